# One static library a module, its dependencies listed; one test executable beside it.
#
#   pyascd_module(NAME base SOURCES a.cc b.cc DEPS absl::status TESTS a_test.cc)
#
# makes the library pyascd_base and the test base_test. Headers are included from the
# repository's root ("base/dtype.h").

# GCC warns of every member that a designated initialiser leaves at its default.
set(PYASCD_WARNINGS -Wall -Wextra -Wconversion -Wno-missing-field-initializers -Werror)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # False positives on std::string's operator+ in gcc 12 (its bug 105651).
  list(APPEND PYASCD_WARNINGS -Wno-restrict)
else()
  # GCC's -Wconversion does not include signs; only clang reads ABSL_GUARDED_BY.
  list(APPEND PYASCD_WARNINGS -Wno-sign-conversion -Wthread-safety)
  # libstdc++ 12's own stable_sort calls what it deprecates; gcc warns of our calls as well.
  list(APPEND PYASCD_WARNINGS -Wno-deprecated-declarations)
endif()

if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=thread")
  # In every program: see there.
  add_library(pyascd_tsan OBJECT ${CMAKE_SOURCE_DIR}/tests/support/tsan_mutex.cc)
  target_compile_options(pyascd_tsan PRIVATE ${PYASCD_WARNINGS})
  set(PYASCD_IN_EVERY_PROGRAM pyascd_tsan)
endif()

function(pyascd_module)
  cmake_parse_arguments(ARG "" "NAME" "SOURCES;DEPS;TESTS;TEST_DEPS" ${ARGN})
  add_library(pyascd_${ARG_NAME} STATIC ${ARG_SOURCES})
  target_include_directories(pyascd_${ARG_NAME} PUBLIC ${CMAKE_SOURCE_DIR})
  target_compile_options(pyascd_${ARG_NAME} PRIVATE ${PYASCD_WARNINGS})
  target_link_libraries(pyascd_${ARG_NAME} PUBLIC ${ARG_DEPS})
  if(PYASCD_TESTS AND ARG_TESTS)
    pyascd_test(NAME ${ARG_NAME}_test SOURCES ${ARG_TESTS} DEPS pyascd_${ARG_NAME} ${ARG_TEST_DEPS})
  endif()
endfunction()

function(pyascd_test)
  cmake_parse_arguments(ARG "" "NAME" "SOURCES;DEPS" ${ARGN})
  add_executable(${ARG_NAME} ${ARG_SOURCES})
  # Test code is compiled often and runs for an instant: -O0 saves a third of its build.
  target_compile_options(${ARG_NAME} PRIVATE ${PYASCD_WARNINGS} -O0)
  target_compile_definitions(${ARG_NAME} PRIVATE PYASCD_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
  target_link_libraries(
    ${ARG_NAME} PRIVATE ${ARG_DEPS} GTest::gmock_main ${PYASCD_IN_EVERY_PROGRAM})
  set_target_properties(${ARG_NAME} PROPERTIES RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  add_test(NAME ${ARG_NAME} COMMAND ${ARG_NAME})
  set_tests_properties(${ARG_NAME} PROPERTIES TIMEOUT 600)  # a test that hangs says so
endfunction()

function(pyascd_executable)
  cmake_parse_arguments(ARG "" "NAME" "SOURCES;DEPS" ${ARGN})
  add_executable(${ARG_NAME} ${ARG_SOURCES})
  target_compile_options(${ARG_NAME} PRIVATE ${PYASCD_WARNINGS})
  target_include_directories(${ARG_NAME} PRIVATE ${CMAKE_SOURCE_DIR})
  target_link_libraries(${ARG_NAME} PRIVATE ${ARG_DEPS} ${PYASCD_IN_EVERY_PROGRAM})
endfunction()
