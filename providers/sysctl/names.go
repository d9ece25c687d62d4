package sysctl

import "strings"

// swapped has slashes for dots and dots for slashes.
var swapped = strings.NewReplacer(".", "/", "/", ".")

// pathOf is where a setting is below /proc/sys. Whichever of dot and slash
// comes first in a name separates its parts; the other is then part of them
// (sysctl.d(5)).
func pathOf(name string) string {
	if at := strings.IndexAny(name, "./"); at >= 0 && name[at] == '.' {
		return swapped.Replace(name)
	}
	return name
}

// nameOf is a setting's name as it is listed: with dots between its parts. A
// dash in front says that a failure does not matter, and is no part of the name.
func nameOf(name string) string { return swapped.Replace(pathOf(strings.TrimPrefix(name, "-"))) }
