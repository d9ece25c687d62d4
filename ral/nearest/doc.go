// Package nearest finds the known name that is closest to a misspelled one.
//
// Of compares names by edit distance and ignores case. It returns "" if too
// many letters differ: more than about one in four.
package nearest
