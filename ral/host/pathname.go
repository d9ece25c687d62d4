package host

import (
	"slices"
	"strings"
)

func unnamed(base string) bool { return base == "" || base == "." || base == ".." }

// split cuts off the last name. It does not clean the path, because ".."
// depends on the links before it.
func split(path string) (dir, base string) {
	path = strings.TrimRight(path, "/")
	cut := strings.LastIndexByte(path, '/')
	if cut < 0 {
		return "/", path
	}
	return path[:cut+1], path[cut+1:]
}

// maxLinks is the maximum number of links in a path, as in the kernel.
const maxLinks = 40

func names(file string) []string {
	return slices.DeleteFunc(strings.Split(file, "/"), func(s string) bool { return s == "" || s == "." })
}
