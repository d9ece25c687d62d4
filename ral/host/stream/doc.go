// Package stream provides writers for output, which split it into lines, limit it, or store its
// start and end, and a reader that notices silence.
package stream
