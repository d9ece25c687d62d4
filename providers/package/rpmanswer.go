package pkg

import (
	"fmt"
	"strings"
)

// rpmPackage is a line in rpmFormat.
type rpmPackage struct {
	name, epoch, version, release, arch string
	line                                int
}

// parseRPM reads lines in rpmFormat and skips other lines.
func parseRPM(out string) []rpmPackage {
	list := make([]rpmPackage, 0, strings.Count(out, "\n"))
	line := 0
	for row := range strings.Lines(out) {
		line++
		// rpm stores its trusted keys as packages without files.
		if p, ok := parseRow(row); ok && p.name != "gpg-pubkey" {
			p.line = line
			list = append(list, p)
		}
	}
	return list
}

func parseRow(row string) (rpmPackage, bool) {
	words := strings.Fields(row)
	if len(words) != 5 || strings.Trim(words[1], "0123456789") != "" {
		return rpmPackage{}, false
	}
	return rpmPackage{name: words[0], epoch: words[1], version: words[2], release: words[3], arch: words[4]}, true
}

// rpmAnswer parses the output of a command that used rpmFormat. Output without any
// valid line is an error, because an empty list would reinstall every package.
func rpmAnswer(command string, out []byte) ([]rpmPackage, error) {
	text := string(out)
	list := parseRPM(text)
	if len(list) > 0 || strings.TrimSpace(text) == "" {
		return list, nil
	}
	for row := range strings.Lines(text) {
		if _, ok := parseRow(row); ok {
			return nil, nil
		}
	}
	return nil, unexpected(command, "packages", text)
}

// unexpected returns the error for output that cannot be parsed.
func unexpected(command, what, out string) error {
	return fmt.Errorf("cannot read the output of %s: expected %s, got %q", command, what, short(valid([]byte(out))))
}

// short returns the first line of output, at most 80 characters, because a wrong tool
// may print anything.
func short(out string) string {
	const most = 80
	line, _, _ := strings.Cut(strings.TrimSpace(out), "\n")
	if runes := []rune(line); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return strings.TrimSpace(line)
}
