// Package where decides which hosts an operator means by their facts, on each host itself.
//
// [Parse] reads a filter such as
//
//	family=Debian and memory>8GiB and not web[01-10]
//
// and [Filter.Match] asks the [Facts] of one host. A filter comes from another host: its
// length, its terms, its depth and the work of one match are bounded.
//
// A comparison is a field, an operator (= != < <= > >= ~) and a value. A field is a short
// name (family, memory) or the dotted path of a fact (os.release.major). A word without an
// operator is the name of a host or a pattern of names. and, or, not and parentheses join
// terms. Quotes keep blanks and other characters together, and a field in quotes is a path
// and never a short name.
//
// How values compare follows from the fact:
//
//   - A fact that a host does not have makes a comparison false, and != true.
//   - Texts are equal without regard to case. They have an order if both are sizes (23.54
//     GiB) or begin with a digit: then they compare as versions, segment by segment.
//   - ~ searches a text for a regular expression of Go, anywhere unless ^ and $ say more.
//   - Numbers compare with numbers and sizes: KiB, MiB, GiB, TiB, kB, MB, GB, TB.
//   - Booleans are equal to true or false.
//   - A list is equal to what one of its items is equal to, and the same goes for ~.
//
// Anything else is an error: the host cannot know whether it is meant.
package where
