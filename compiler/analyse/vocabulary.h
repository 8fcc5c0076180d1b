// What the analysis knows about the names of Python and NumPy.
#ifndef PYASC_COMPILER_ANALYSE_VOCABULARY_H_
#define PYASC_COMPILER_ANALYSE_VOCABULARY_H_

#include <span>
#include <string_view>

namespace pyasc::analyse {

// Python's built-in names, sorted.
std::span<const std::string_view> Builtins();
bool IsBuiltin(std::string_view name);

// Functions, of NumPy or built in, whose positional arguments are all plain values: a
// kernel can take them at run time.
bool IsElementwise(std::string_view function);

// Functions and methods whose result may share memory with an argument or the object.
bool ReturnsView(std::string_view function);

// Methods that store into their object; functions that store into their first argument.
bool WritesObject(std::string_view method);
bool WritesFirstArgument(std::string_view function);

// Attributes that describe an array and never share its memory ("shape").
bool IsDescription(std::string_view attribute);

// Keywords whose value a kernel can take at run time ("fill_value").
bool IsValueKeyword(std::string_view keyword);

}  // namespace pyasc::analyse

#endif  // PYASC_COMPILER_ANALYSE_VOCABULARY_H_
