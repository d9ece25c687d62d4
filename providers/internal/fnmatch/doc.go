// Package fnmatch matches names against shell patterns.
//
// Match follows Ruby's File.fnmatch for names without a slash (see fnmatch(3)):
// *, ?, sets in brackets and backslashes. A set that is not closed matches
// nothing. Matching takes at most time proportional to the length of the
// pattern times that of the name. The types file (ignore) and tidy (matches)
// use it.
package fnmatch
