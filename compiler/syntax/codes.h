// Codes of the diagnostics that the text of an operator can get. Stable: append only.
#ifndef PYASC_COMPILER_SYNTAX_CODES_H_
#define PYASC_COMPILER_SYNTAX_CODES_H_

namespace pyasc::syntax::codes {

// PA01xx: not Python, or over a limit of ours.
inline constexpr char kSyntax[] = "PA0100";              // invalid syntax
inline constexpr char kTooLarge[] = "PA0101";            // over kMaxSourceBytes
inline constexpr char kNotUtf8[] = "PA0102";             // bytes that are not UTF-8
inline constexpr char kNullByte[] = "PA0103";            // a NUL in the text
inline constexpr char kTabs[] = "PA0104";                // tabs and spaces that disagree
inline constexpr char kIndentation[] = "PA0105";         // unexpected or unmatched indent
inline constexpr char kUnterminatedString[] = "PA0106";  // string without an end
inline constexpr char kNumber[] = "PA0107";              // malformed number
inline constexpr char kCharacter[] = "PA0108";           // character no token starts with
inline constexpr char kBrackets[] = "PA0109";            // unmatched or unclosed bracket
inline constexpr char kContinuation[] = "PA0110";        // text after a backslash
inline constexpr char kFString[] = "PA0111";             // malformed f-string
inline constexpr char kEscape[] = "PA0112";              // malformed escape in a string
inline constexpr char kTarget[] = "PA0113";              // cannot assign to or delete this
inline constexpr char kLoopControl[] = "PA0114";         // break or continue outside a loop
inline constexpr char kParameters[] = "PA0115";          // malformed list of parameters
inline constexpr char kArguments[] = "PA0116";           // malformed arguments of a call
inline constexpr char kNesting[] = "PA0117";             // over kMaxNesting, kMaxRecursion
inline constexpr char kNodes[] = "PA0118";               // over kMaxNodes
inline constexpr char kBlock[] = "PA0119";               // a block is missing or too deep
inline constexpr char kNotOneFunction[] = "PA0120";      // the text is not one function
inline constexpr char kUndefinedName[] = "PA0121";       // a name nothing defines
inline constexpr char kIdentifier[] = "PA0122";          // a name that normalises to a keyword

// PA02xx: Python, but not of the operator language.
inline constexpr char kLambda[] = "PA0201";
inline constexpr char kComprehension[] = "PA0202";
inline constexpr char kDict[] = "PA0203";
inline constexpr char kSet[] = "PA0204";
inline constexpr char kStarred[] = "PA0205";  // * or ** in a call, list or target
inline constexpr char kWalrus[] = "PA0206";
inline constexpr char kYield[] = "PA0207";
inline constexpr char kAwait[] = "PA0208";
inline constexpr char kBytes[] = "PA0209";
inline constexpr char kImaginary[] = "PA0210";
inline constexpr char kWith[] = "PA0211";
inline constexpr char kTry[] = "PA0212";
inline constexpr char kImport[] = "PA0213";
inline constexpr char kGlobal[] = "PA0214";  // global and nonlocal
inline constexpr char kNestedFunction[] = "PA0215";
inline constexpr char kClass[] = "PA0216";
inline constexpr char kMatch[] = "PA0217";
inline constexpr char kAsync[] = "PA0218";
inline constexpr char kRaiseFrom[] = "PA0219";
inline constexpr char kStarParameter[] = "PA0220";    // *args, **kwargs
inline constexpr char kParameterMarker[] = "PA0221";  // / and a lone *
inline constexpr char kNamedEscape[] = "PA0222";      // \N{...} in a string
inline constexpr char kSurrogate[] = "PA0223";        // a lone surrogate in a string
inline constexpr char kHugeInteger[] = "PA0224";      // an integer of over 4,300 digits
inline constexpr char kAttributeStore[] = "PA0225";   // assigning or deleting an attribute
inline constexpr char kAnnotation[] = "PA0226";       // annotation of what is no plain name
inline constexpr char kCapturedObject[] = "PA0230";   // a captured value of no known kind

}  // namespace pyasc::syntax::codes

#endif  // PYASC_COMPILER_SYNTAX_CODES_H_
