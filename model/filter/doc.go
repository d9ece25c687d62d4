// Package filter selects hosts by their facts. Each host evaluates the filter itself.
//
// [Parse] reads a filter, for example
//
//	family=Debian and memory>8GiB and not web[01-10]
//
// and [Filter.Match] compares it with the [Facts] of a host. A filter comes from a remote
// host, so its length, terms, depth and the work of a match are limited.
//
// A comparison is a field, an operator (= != < <= > >= ~) and a value. A field is a short name
// (family, memory) or the dotted path of a fact (os.release.major). A word without an operator
// is the name of a host or a pattern of names. and, or, not and parentheses join terms. Quotes
// protect spaces and other characters; a field in quotes is always a path and never a short
// name.
//
// The fact determines how values compare:
//
//   - If the host lacks the fact, the comparison is false, and != is true.
//   - Texts are equal regardless of case. They have an order if both are sizes (23.54
//     GiB) or begin with a digit: then they compare as versions, segment by segment.
//   - ~ searches a text for a regular expression of Go, anchored only by ^ and $.
//   - Numbers compare with numbers and sizes: KiB, MiB, GiB, TiB, kB, MB, GB, TB.
//   - Booleans are equal to true or false.
//   - A list matches if an item matches, for = and for ~.
//
// Any other comparison is an error: the host cannot decide whether it matches.
package filter
