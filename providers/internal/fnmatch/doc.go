// Package fnmatch matches names against shell patterns.
//
// Match follows Ruby's File.fnmatch for names without a slash (see fnmatch(3)):
// *, ?, sets in brackets and backslashes. An unclosed set never matches. The
// time is at most proportional to the length of the pattern times the length of
// the name. The types file (ignore) and tidy (matches) use it.
package fnmatch
