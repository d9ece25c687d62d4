package pkg

import (
	"context"
	"crypto/md5" // as dpkg(1) has it in its status file
	"encoding/hex"
	"slices"
	"strings"

	"ralsh/ral/host"
)

// newConffiles are where dpkg(1) puts the configuration files of a new version of
// packages that are named among the arguments, next to those that were edited and
// stay: PATH.dpkg-dist.
func newConffiles(ctx context.Context, rd host.Reader, args []string) (files []string) {
	data, err := rd.ReadFile(ctx, statusFile)
	if err != nil {
		return nil
	}
	var names []string
	for _, arg := range args {
		name, _, _ := strings.Cut(arg, "=")
		name, _, _ = strings.Cut(name, ":")
		names = append(names, name)
	}
	for stanza := range strings.SplitSeq(string(data), "\n\n") {
		named, listed := false, false
		for line := range strings.Lines(stanza) {
			key, val, _ := strings.Cut(strings.TrimSpace(line), ":")
			switch {
			case strings.HasPrefix(line, "Package:"):
				named = slices.Contains(names, strings.TrimSpace(val))
			case !strings.HasPrefix(line, " "):
				listed = key == "Conffiles"
			case named && listed:
				if words := strings.Fields(line); len(words) == 2 && edited(ctx, rd, words[0], words[1]) {
					files = append(files, words[0]+".dpkg-dist")
				}
			}
		}
	}
	return files
}

// edited reports whether a configuration file is not as its package has it.
func edited(ctx context.Context, rd host.Reader, file, sum string) bool {
	data, err := rd.ReadFile(ctx, file)
	if err != nil {
		return false
	}
	is := md5.Sum(data)
	return hex.EncodeToString(is[:]) != sum
}
