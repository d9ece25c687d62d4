// Package value represents the values of attributes.
//
// A Value comes from a declaration, a catalog or the host. It is a scalar, a list, a
// map, a reference to a resource, a secret, or unknown: a value that could not be read,
// with the reason. The zero Value is nil. Functions such as Str, Sym and ListOf create
// values, and Equal compares them.
//
// A symbol and a string with the same letters are different values, and the difference
// decides whether a property is in sync (semantics.md A7, L12). An unknown Value is not
// equal to any value. A secret prints as [redacted] with every verb of package fmt;
// only Reveal returns its content.
//
// A Value does not change. Lists and maps share their slice with the caller, who must
// not modify it after ListOf or MapOf, or through Items or Pairs.
package value
