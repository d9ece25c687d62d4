package pkg

import (
	"context"
	"crypto/md5" // as dpkg(1) has it in its status file
	"encoding/hex"
	"slices"
	"strings"

	"ralsh/ral/host"
)

// newConffiles returns the files PATH.dpkg-dist that dpkg(1) may write: a file for
// each edited configuration file of a package in args, because dpkg keeps the edited
// file.
func newConffiles(ctx context.Context, rd host.Reader, args []string) (files []string) {
	for _, file := range editedConffiles(ctx, rd, args) {
		files = append(files, file+".dpkg-dist")
	}
	return files
}

// editedConffiles returns the edited configuration files of packages.
func editedConffiles(ctx context.Context, rd host.Reader, args []string) (files []string) {
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
					files = append(files, words[0])
				}
			}
		}
	}
	return files
}

// edited reports whether a configuration file differs from its checksum in the
// package.
func edited(ctx context.Context, rd host.Reader, file, sum string) bool {
	data, err := rd.ReadFile(ctx, file)
	if err != nil {
		return false
	}
	is := md5.Sum(data)
	return hex.EncodeToString(is[:]) != sum
}
