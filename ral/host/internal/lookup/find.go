// Package lookup finds commands on PATH.
package lookup

import (
	"context"
	"path"
	"slices"
	"strings"

	"ralsh/ral/host"
)

// systemDirs are searched after PATH, as Puppet does: an ordinary user's PATH often
// lacks them.
var systemDirs = [...]string{"/usr/local/sbin", "/usr/sbin", "/sbin"}

// Path adds the directories of the system to a PATH.
func Path(pathList string) string {
	dirs := strings.Split(pathList, ":")
	for _, dir := range systemDirs {
		if !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return strings.Trim(strings.Join(dirs, ":"), ":")
}

// Find searches a command like a shell, in the current PATH (semantics.md P14) and then in
// the system's directories. It skips relative directories, because they depend on where ralsh
// was started, and duplicates.
func Find(name, pathList string, executable func(file string) bool) (host.LookupResult, error) {
	found := host.LookupResult{Name: name}
	if strings.HasPrefix(name, "/") {
		found.Searched = []string{name}
		if executable(name) {
			found.Path = name
			return found, nil
		}
		return found, &host.NoCommandError{LookupResult: found}
	}
	for _, dir := range strings.Split(Path(pathList), ":") {
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
	return found, &host.NoCommandError{LookupResult: found}
}

// On finds a command in the files of a backend.
func On(ctx context.Context, be host.ReadBackend, name string) (host.LookupResult, error) {
	return Find(name, be.Getenv("PATH"), func(file string) bool {
		info, err := host.FilesOf(be).Stat(ctx, file, true)
		return err == nil && executableMode(info)
	})
}

// executableMode checks only the mode, as the kernel does for root.
func executableMode(info host.Info) bool {
	return info.Mode.IsRegular() && info.Mode.Perm()&0o111 != 0
}
