// Package stream provides writers for output: they split it into lines, limit it, or store its
// start and end.
package stream
