// Package facttree shows the facts as a tree, each with its source.
package facttree
