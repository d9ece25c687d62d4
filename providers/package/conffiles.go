package pkg

import (
	"context"
	"crypto/md5" // as dpkg(1) has it in its status file
	"encoding/hex"
	"slices"
	"strings"

	"ralsh/providers/package/dpkgdb"
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
	eachConffile(ctx, rd, args, func(_, file, sum string) {
		if edited(ctx, rd, file, sum) {
			files = append(files, file)
		}
	})
	return files
}

// left describes what the installation of a version of a package changes of the
// configuration files that the removal of another version left: dpkg(1) replaces a file
// that is not edited, and records all files as those of the new version.
func left(ctx context.Context, rd host.Reader, name, version string) (lasting []string) {
	eachConffile(ctx, rd, []string{name}, func(removed, file, sum string) {
		switch {
		case version == removed:
		case sumOf(ctx, rd, file) == sum:
			lasting = []string{"the package may replace configuration files that an earlier removal left"}
		case lasting == nil:
			lasting = []string{"dpkg records the configuration files of version " + removed + " as those of the new version"}
		}
	})
	return lasting
}

// eachConffile calls fn for each configuration file of packages, with the version of
// the package and the checksum of the file in it.
func eachConffile(ctx context.Context, rd host.Reader, args []string, fn func(version, file, sum string)) {
	data, err := rd.ReadFile(ctx, dpkgdb.StatusFile)
	if err != nil {
		return
	}
	var names []string
	for _, arg := range args {
		name, _, _ := strings.Cut(arg, "=")
		name, _, _ = strings.Cut(name, ":")
		names = append(names, name)
	}
	for stanza := range strings.SplitSeq(string(data), "\n\n") {
		named, listed, version := false, false, ""
		for line := range strings.Lines(stanza) {
			key, val, _ := strings.Cut(strings.TrimSpace(line), ":")
			switch {
			case strings.HasPrefix(line, "Package:"):
				named = slices.Contains(names, strings.TrimSpace(val))
			case !strings.HasPrefix(line, " "):
				if listed = key == "Conffiles"; key == "Version" {
					version = strings.TrimSpace(val)
				}
			case named && listed:
				if words := strings.Fields(line); len(words) == 2 {
					fn(version, words[0], words[1])
				}
			}
		}
	}
}

// edited reports whether a configuration file differs from its checksum in the
// package.
func edited(ctx context.Context, rd host.Reader, file, sum string) bool {
	is := sumOf(ctx, rd, file)
	return is != "" && is != sum
}

// sumOf returns the checksum of a configuration file, "" if it cannot be read.
func sumOf(ctx context.Context, rd host.Reader, file string) string {
	data, err := rd.ReadFile(ctx, file)
	if err != nil {
		return ""
	}
	is := md5.Sum(data)
	return hex.EncodeToString(is[:])
}
