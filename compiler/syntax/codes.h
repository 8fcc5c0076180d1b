// Codes of all that a compile says about an operator, each with its meaning. They are
// stable: a number is never given a second meaning, also when its first one is gone.
// tests/golden/diagnostics_test.py holds this list to the sources.
#ifndef PYASC_COMPILER_SYNTAX_CODES_H_
#define PYASC_COMPILER_SYNTAX_CODES_H_

namespace pyasc::codes {

// PA00xx: of the report itself.
inline constexpr char kMoreMistakes[] = "PA0002";  // how many more mistakes there are

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
inline constexpr char kLambda[] = "PA0201";           // a lambda
inline constexpr char kComprehension[] = "PA0202";    // a comprehension or generator
inline constexpr char kDict[] = "PA0203";             // a dict
inline constexpr char kSet[] = "PA0204";              // a set
inline constexpr char kStarred[] = "PA0205";          // * or ** in a call, list or target
inline constexpr char kWalrus[] = "PA0206";           // :=
inline constexpr char kYield[] = "PA0207";            // yield
inline constexpr char kAwait[] = "PA0208";            // await
inline constexpr char kBytes[] = "PA0209";            // a bytes literal
inline constexpr char kImaginary[] = "PA0210";        // a complex number
inline constexpr char kWith[] = "PA0211";             // with
inline constexpr char kTry[] = "PA0212";              // try
inline constexpr char kImport[] = "PA0213";           // an import inside
inline constexpr char kGlobal[] = "PA0214";           // global and nonlocal
inline constexpr char kNestedFunction[] = "PA0215";   // a function inside
inline constexpr char kClass[] = "PA0216";            // a class inside
inline constexpr char kMatch[] = "PA0217";            // match
inline constexpr char kAsync[] = "PA0218";            // an async function or statement
inline constexpr char kRaiseFrom[] = "PA0219";        // raise ... from ...
inline constexpr char kStarParameter[] = "PA0220";    // *args, **kwargs
inline constexpr char kParameterMarker[] = "PA0221";  // / and a lone *
inline constexpr char kNamedEscape[] = "PA0222";      // \N{...} in a string
inline constexpr char kSurrogate[] = "PA0223";        // a lone surrogate in a string
inline constexpr char kHugeInteger[] = "PA0224";      // an integer of over 4,300 digits
inline constexpr char kAttributeStore[] = "PA0225";   // assigning or deleting an attribute
inline constexpr char kAnnotation[] = "PA0226";       // annotation of what is no plain name
inline constexpr char kCapturedObject[] = "PA0230";   // a captured value of no known kind
inline constexpr char kRecursion[] = "PA0231";        // an operator that calls itself
inline constexpr char kUserFunction[] = "PA0232";     // a function or operator of the user's

// PA03xx: numbers and their functions.
inline constexpr char kOperands[] = "PA0302";  // operands that do not go together
inline constexpr char kFunction[] = "PA0303";  // a function or argument count not supported
inline constexpr char kPower[] = "PA0304";     // a power of a type known only by its values
inline constexpr char kBFloat16[] = "PA0305";  // bfloat16

// PA04xx: types, arrays and calls. PA0402 and PA0406 are spent.
inline constexpr char kUnsettledTypes[] = "PA0401";      // types of variables that do not settle
inline constexpr char kTooManyTensors[] = "PA0403";      // over 64 tensors
inline constexpr char kDeleteTarget[] = "PA0404";        // del of anything but a local name
inline constexpr char kUnpackedTypes[] = "PA0405";       // unpacking what differs by path
inline constexpr char kReturnValue[] = "PA0407";         // return of a value
inline constexpr char kLoopedTypes[] = "PA0408";         // a loop over what differs by path
inline constexpr char kNotLooped[] = "PA0409";           // a loop over no range, tensor or tuple
inline constexpr char kKeptArray[] = "PA0410";           // a computed array in a local name
inline constexpr char kHugeLiteral[] = "PA0411";         // an integer literal beyond 128 bits
inline constexpr char kStrayFString[] = "PA0412";        // an f-string that is no message
inline constexpr char kStrayEllipsis[] = "PA0413";       // ... outside a subscript
inline constexpr char kMatMul[] = "PA0414";              // the operator @
inline constexpr char kString[] = "PA0415";              // a string where a number is needed
inline constexpr char kBoolSign[] = "PA0416";            // the sign of a bool array
inline constexpr char kIs[] = "PA0417";                  // is between anything but None
inline constexpr char kIn[] = "PA0418";                  // in something that is no tuple
inline constexpr char kFunctionAttribute[] = "PA0419";   // an attribute of a function
inline constexpr char kAttribute[] = "PA0420";           // an attribute that a value lacks
inline constexpr char kStringFormat[] = "PA0421";        // a format of a string in a message
inline constexpr char kMessageValue[] = "PA0422";        // a value that no message can hold
inline constexpr char kFormatSpec[] = "PA0423";          // a format spec computed while running
inline constexpr char kRaised[] = "PA0424";              // raise of no built-in exception
inline constexpr char kExceptionArguments[] = "PA0425";  // an exception of several arguments
inline constexpr char kPrintKeyword[] = "PA0426";        // a keyword that print does not take
inline constexpr char kTupleSlice[] = "PA0430";      // a tuple's slice with step or run-time bounds
inline constexpr char kTupleIndex[] = "PA0431";      // a tuple's index that is not constant
inline constexpr char kArraySubscript[] = "PA0432";  // a subscript or unpacking of a computed array
inline constexpr char kNoShape[] = "PA0433";         // an output left out, without a shape yet
inline constexpr char kArrayIndex[] = "PA0434";      // an index that is an array or a bool
inline constexpr char kSliceStep[] = "PA0435";       // a slice's step that is not constant
inline constexpr char kCalleeTypes[] = "PA0440";     // a callee that differs by path
inline constexpr char kKeyword[] = "PA0441";         // a keyword argument that is not supported
inline constexpr char kShapeTypes[] = "PA0442";      // a shape that differs by path
inline constexpr char kCastArguments[] = "PA0443";   // a dtype called with no number or array
inline constexpr char kFunctionArguments[] = "PA0444";  // arguments that a function does not take
inline constexpr char kMinMax[] = "PA0445";             // min or max of less than two numbers
inline constexpr char kMethodArguments[] = "PA0446";    // arguments that a method does not take
inline constexpr char kResizedObject[] = "PA0450";  // resize of anything but an output parameter
inline constexpr char kResizedView[] = "PA0451";    // resize of an output that a view refers to
inline constexpr char kArrayPower[] = "PA0460";     // an integer array to a run-time power
inline constexpr char kArrayOperator[] = "PA0461";  // an operator that two dtypes do not have
inline constexpr char kStoredType[] = "PA0462";     // storing what is no number or array
inline constexpr char kAlwaysRaises[] = "PA0463";   // an array operation that always raises
inline constexpr char kArrayTruth[] = "PA0464";     // the truth of an array of unknown size
inline constexpr char kList[] = "PA0465";           // a list anywhere but in a loop or after in
inline constexpr char kNoSuchMember[] = "PA0466";   // a name that the module does not have
inline constexpr char kRange[] = "PA0467";          // a range anywhere but in a loop

}  // namespace pyasc::codes

#endif  // PYASC_COMPILER_SYNTAX_CODES_H_
