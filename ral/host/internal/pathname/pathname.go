// Package pathname splits paths without resolving them.
package pathname

import (
	"slices"
	"strings"
)

// Unnamed reports whether a path ends without the name of a file.
func Unnamed(base string) bool { return base == "" || base == "." || base == ".." }

// Split cuts off the last name. It does not clean the path, because ".."
// depends on the links before it.
func Split(path string) (dir, base string) {
	path = strings.TrimRight(path, "/")
	cut := strings.LastIndexByte(path, '/')
	if cut < 0 {
		return "/", path
	}
	return path[:cut+1], path[cut+1:]
}

// MaxLinks is the maximum number of links in a path, as in the kernel.
const MaxLinks = 40

// Names returns the names of a path, with "..".
func Names(file string) []string {
	return slices.DeleteFunc(strings.Split(file, "/"), func(s string) bool { return s == "" || s == "." })
}
