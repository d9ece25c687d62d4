package host

import (
	"context"
	"path"
	"slices"
	"strings"
)

// systemFolders are searched after PATH, as Puppet does: an ordinary user's PATH often
// lacks them.
var systemFolders = [...]string{"/usr/local/sbin", "/usr/sbin", "/sbin"}

// searchPath adds the directories of the system to a PATH.
func searchPath(pathList string) string {
	folders := strings.Split(pathList, ":")
	for _, dir := range systemFolders {
		if !slices.Contains(folders, dir) {
			folders = append(folders, dir)
		}
	}
	return strings.Trim(strings.Join(folders, ":"), ":")
}

// find searches a command like a shell, in the current PATH (semantics.md P14) and then in
// the system's folders. It skips relative directories, because they depend on where ralsh
// was started, and duplicates.
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
	for _, dir := range strings.Split(searchPath(pathList), ":") {
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

func findOn(ctx context.Context, be ReadBackend, name string) (LookupResult, error) {
	return find(name, be.Getenv("PATH"), func(file string) bool {
		info, err := FilesOf(be).Stat(ctx, file, true)
		return err == nil && executableMode(info)
	})
}

// executableMode checks only the mode, as the kernel does for root.
func executableMode(info Info) bool {
	return info.Mode.IsRegular() && info.Mode.Perm()&0o111 != 0
}
