package fleet

import (
	"bytes"
	"fmt"
	"path"
	"slices"
	"strings"
)

// The limits of a configuration of ssh(1) and of its included files.
const (
	maxIncludes     = 200
	maxIncludeDepth = 16 // as ssh_config(5) has it
)

// isSSHConfig recognizes ssh_config(5) by its first line.
func isSSHConfig(line string) bool {
	key, values := sshLine(line)
	return slices.Contains([]string{"host", "match", "include"}, key) && len(values) > 0
}

// parseSSH reads the names of the Host lines of ssh_config(5). ssh(1) reads the settings
// itself.
func (inv *Inventory) parseSSH(file string, data []byte, files Files) error {
	count := 0
	return inv.parseSSHFile(file, data, files, 0, &count)
}

func (inv *Inventory) parseSSHFile(file string, data []byte, files Files, depth int, count *int) error {
	n := 0
	for line := range bytes.Lines(data) {
		n++
		place := fmt.Sprintf("%s:%d", file, n)
		switch key, values := sshLine(string(line)); {
		case key == "include" && files != nil:
			if err := inv.include(values, place, path.Dir(inv.File), files, depth, count); err != nil {
				return err
			}
		case key == "host":
			for _, name := range values {
				if strings.ContainsAny(name, "*?!") || plainName(name) != nil {
					continue
				}
				if known := inv.hosts[name]; known == nil {
					if err := inv.add(Host{Name: name, Place: place}, ""); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// include reads the files of an Include line; a relative name is next to the first file.
func (inv *Inventory) include(patterns []string, place, dir string, files Files, depth int, count *int) error {
	if depth == maxIncludeDepth {
		return fmt.Errorf("%s: the nesting of Include exceeds %d levels", place, maxIncludeDepth)
	}
	for _, pattern := range patterns {
		if rest, home := strings.CutPrefix(pattern, "~/"); home {
			pattern = path.Join(path.Dir(dir), rest)
		} else if !path.IsAbs(pattern) {
			pattern = path.Join(dir, pattern)
		}
		for _, file := range files.Glob(pattern) {
			if *count++; *count > maxIncludes {
				return fmt.Errorf("%s: Include names more than %d files", place, maxIncludes)
			}
			data, err := files.Read(file)
			if err != nil {
				continue // ssh(1) skips unreadable files too
			}
			if err := inv.parseSSHFile(file, data, files, depth+1, count); err != nil {
				return err
			}
		}
	}
	return nil
}

// sshLine splits a line of ssh_config(5) into its keyword, in lower case, and its values.
func sshLine(line string) (key string, values []string) {
	line = strings.TrimSpace(line)
	end := strings.IndexAny(line, " \t=")
	if end < 0 {
		return strings.ToLower(line), nil
	}
	rest := strings.TrimLeft(line[end:], " \t")
	if values, err := lineWords(strings.TrimPrefix(rest, "=")); err == nil {
		return strings.ToLower(line[:end]), values
	}
	return "", nil
}
