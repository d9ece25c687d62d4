// Package stream has the writers that output passes through: split into lines,
// bounded, or with its end kept.
package stream
