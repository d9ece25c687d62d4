package alternatives

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// group is the content of an administrative file: the mode, and the registered
// programs.
type group struct {
	mode  string
	paths []string
}

// parse parses an administrative file: the mode; the link; the name and link of each
// slave; an empty line; for each program its path, its priority, and a path for each
// slave (update-alternatives(1); chkconfig's alternatives writes the same format).
func parse(data []byte) (group, error) {
	lines := strings.Split(string(data), "\n")
	end := slices.Index(lines, "")
	if len(lines) < 3 || end < 2 || end%2 != 0 || lines[0] != "auto" && lines[0] != "manual" {
		return group{}, errors.New("the file does not begin with a mode and links")
	}
	g, slaves := group{mode: lines[0]}, (end-2)/2
	for at := end + 1; at < len(lines) && lines[at] != ""; at += 2 + slaves {
		if at+1+slaves >= len(lines) || !strings.HasPrefix(lines[at], "/") {
			return group{}, fmt.Errorf("the alternative in line %d is incomplete", at+1)
		}
		g.paths = append(g.paths, lines[at])
	}
	return g, nil
}
