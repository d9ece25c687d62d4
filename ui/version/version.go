// Package version says which commit a program was built from.
package version

import "runtime/debug"

// Commit returns the revision of a release, or what the Go tool notes of the build. go run
// notes none.
func Commit(revision string) string {
	if revision != "" {
		return revision
	}
	info, ok := debug.ReadBuildInfo()
	if ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				return s.Value[:min(12, len(s.Value))]
			}
		}
	}
	return "unknown"
}
