// Package facttree shows the facts as a tree, each with where it was read.
package facttree
