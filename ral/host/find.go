package host

import (
	"path"
	"slices"
	"strings"
)

// find searches a command as a shell would, with PATH as it is at the time
// (semantics.md P14). An entry of PATH that is not absolute depends on where
// ralsh was started, so it is left out, and so is a folder that comes again.
func find(name, pathList string, executable func(file string) bool) (LookupResult, error) {
	found := LookupResult{Name: name}
	if strings.HasPrefix(name, "/") {
		found.Searched = []string{name}
		if executable(name) {
			found.Path = name
			return found, nil
		}
		return found, &NoCommandError{found}
	}
	for _, dir := range strings.Split(pathList, ":") {
		if !strings.HasPrefix(dir, "/") || slices.Contains(found.Searched, dir) {
			continue
		}
		found.Searched = append(found.Searched, dir)
		file := path.Join(dir, name)
		if name != "" && !strings.Contains(name, "/") && executable(file) {
			found.Path = file
			return found, nil
		}
	}
	return found, &NoCommandError{found}
}

// executableMode judges by the mode alone, as it is for root.
func executableMode(info Info) bool {
	return info.Mode.IsRegular() && info.Mode.Perm()&0o111 != 0
}
