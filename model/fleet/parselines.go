package fleet

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// parseLines parses a host or a range of hosts per line, and the plain part of Ansible's INI:
// [group], [group:children], and the connection variables.
func (inv *Inventory) parseLines(data []byte) error {
	unused := make(ignored)
	section, kind, n := "", "", 0
	for line := range bytes.Lines(data) {
		n++
		place := fmt.Sprintf("%s:%d", inv.File, n)
		words, err := lineWords(string(line))
		if err != nil {
			return fmt.Errorf("%s: %w", place, err)
		}
		if len(words) == 0 {
			continue
		}
		if inner, ok := strings.CutPrefix(words[0], "["); ok && strings.HasSuffix(inner, "]") && len(words) == 1 && opensGroup(inner) {
			section, kind, _ = strings.Cut(strings.TrimSuffix(inner, "]"), ":")
			if err := plainName(section); err != nil || section == "" || kind != "" && kind != "children" && kind != "vars" {
				return fmt.Errorf("%s: [%s is not a group: expected [NAME], [NAME:children] or [NAME:vars]", place, inner)
			}
			inv.group(section)
			continue
		}
		switch kind {
		case "vars":
			name, _, _ := strings.Cut(strings.Join(words, " "), "=")
			if name = strings.TrimSpace(name); holdsSecret(name) {
				return secretError(place, name)
			}
			unused[name] = true
		case "children":
			g := inv.group(section)
			g.children = append(g.children, child{words[0], place})
		default:
			if err := inv.line(words, section, place, unused); err != nil {
				return err
			}
		}
	}
	inv.Warnings = unused.warning(inv.File)
	return nil
}

// opensGroup reports whether brackets at the start of a line contain a group and not a range:
// a range without a name begins with a digit.
func opensGroup(inner string) bool { return inner[0] < '0' || inner[0] > '9' }

// line parses a line with a host or a range of hosts.
func (inv *Inventory) line(words []string, section, place string, unused ignored) error {
	h := Host{Place: place}
	if name, port, ok := strings.Cut(words[0], ":"); ok && isNumber(port) {
		words[0] = name
		h.Port, _ = strconv.Atoi(port)
	}
	for _, word := range words[1:] {
		name, value, ok := strings.Cut(word, "=")
		if !ok {
			return fmt.Errorf("%s: %q: expected NAME=VALUE (put each host on a separate line)", place, word)
		}
		if err := h.set(name, value, unused); err != nil {
			return err
		}
	}
	names, err := ExpandRanges(words[0])
	if err != nil {
		return fmt.Errorf("%s: %w", place, err)
	}
	for _, name := range names {
		h.Name = name
		if err := inv.add(h, section); err != nil {
			return err
		}
	}
	return nil
}

// set reads a connection variable of Ansible.
func (h *Host) set(name, value string, unused ignored) error {
	switch name {
	case "ansible_host", "ansible_ssh_host":
		h.Address = value
	case "ansible_user", "ansible_ssh_user":
		h.User = value
	case "ansible_port", "ansible_ssh_port":
		port, err := strconv.ParseUint(value, 10, 16)
		if err != nil || port == 0 {
			return fmt.Errorf("%s: %q is not a port", h.Place, value)
		}
		h.Port = int(port)
	default:
		if holdsSecret(name) {
			return secretError(h.Place, name)
		}
		unused[name] = true
	}
	return nil
}

// lineWords splits a line at blanks that are not quoted, and drops its comment.
func lineWords(line string) (words []string, err error) {
	var word strings.Builder
	open, quote := false, rune(0)
	end := func() {
		if open {
			words = append(words, word.String())
		}
		word.Reset()
		open = false
	}
	for _, r := range strings.TrimSpace(line) {
		switch {
		case quote != 0 && r == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(r)
		case r == '\'' || r == '"':
			open, quote = true, r
		case (r == '#' || r == ';') && !open:
			return words, nil
		case r == ' ' || r == '\t':
			end()
		default:
			open = true
			word.WriteRune(r)
		}
	}
	if quote != 0 {
		return nil, errors.New("a quote is not closed")
	}
	end()
	return words, nil
}
