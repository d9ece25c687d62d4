// Package tree is a file system in memory that answers like the kernel. With a lower host it is
// an overlay: it contains only changed files.
package tree
