// Package convert converts values between ral and Starlark, and reads the arguments of the
// builtins of the module language.
//
// A value that Starlark does not have, such as a symbol or a secret, is a Special.
package convert
