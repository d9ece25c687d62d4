// Package sshkeys defines the format of authorized_keys files (sshd(8),
// AUTHORIZED_KEYS FILE FORMAT).
//
// Format returns it as a parsedfile.Format with the fields options, type, key
// and name. The name of a key is its comment; Name gives a key without a
// comment the name PATH:unnamed-N, which is not written to the file. Keys of
// protocol version 1 are recognized and left unchanged. The package does no
// I/O; the types ssh_authorized_key and user (purge_ssh_keys) use it.
package sshkeys

import (
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/parsedfile"
	"ralsh/ral/value"
)

// Types returns the types of keys that a line can have, with their aliases.
func Types() []ral.Allowed {
	return []ral.Allowed{
		{Name: "ssh-dss", Aliases: []string{"dsa"}},
		{Name: "ssh-rsa", Aliases: []string{"rsa"}},
		{Name: "ecdsa-sha2-nistp256"},
		{Name: "ecdsa-sha2-nistp384"},
		{Name: "ecdsa-sha2-nistp521"},
		{Name: "ssh-ed25519", Aliases: []string{"ed25519"}},
		{Name: "sk-ecdsa-sha2-nistp256@openssh.com", Aliases: []string{"ecdsa-sk"}},
		{Name: "sk-ssh-ed25519@openssh.com", Aliases: []string{"ed25519-sk"}},
		{Name: "ssh-rsa-cert-v01@openssh.com"},
		{Name: "ssh-ed25519-cert-v01@openssh.com"},
		{Name: "ssh-dss-cert-v01@openssh.com"},
		{Name: "ecdsa-sha2-nistp256-cert-v01@openssh.com"},
		{Name: "ecdsa-sha2-nistp384-cert-v01@openssh.com"},
		{Name: "ecdsa-sha2-nistp521-cert-v01@openssh.com"},
		{Name: "sk-ecdsa-sha2-nistp256-cert-v01@openssh.com"},
		{Name: "sk-ssh-ed25519-cert-v01@openssh.com"},
	}
}

// Format returns the format of the file: comments, keys, and keys of protocol
// version 1, which are left unchanged.
func Format() *parsedfile.Format {
	known := make(map[string]bool)
	for _, t := range Types() {
		known[t.Name] = true
		for _, alias := range t.Aliases {
			known[alias] = true
		}
	}
	return &parsedfile.Format{Lines: []parsedfile.Definition{
		{Name: "comment", Match: lazyre.New(`^\s*#`)},
		{Name: "blank", Match: lazyre.New(`^\s*$`)},
		{
			Name:  "parsed",
			Parse: func(line string) (parsedfile.Record, bool) { return parse(line, known) },
			Write: write,
		},
		{
			Name: "key_v1", Fields: []string{"options", "bits", "exponent", "modulus", "name"}, Optional: []string{"options"},
			Match: lazyre.New(`^(?:(.+) )?(\d+) (\d+) (\d+)(?: (.+))?$`),
		},
	}}
}

// Named returns Format with a name for each key.
func Named() *parsedfile.Format {
	f := Format()
	f.After = name
	return f
}

// name sets the name of each key without a comment to PATH:unnamed-N, where N
// counts such keys from 1.
func name(path string, lines []parsedfile.Line) {
	n := 0
	for i := range lines {
		r := &lines[i].Record
		if r.Type == "parsed" && (r.Text("name") == "" || Unnamed(*r)) {
			n++
			r.Set("name", value.Str(fmt.Sprintf("%s:unnamed-%d", path, n)))
			r.Set(unnamed, value.Bool(true))
		}
	}
}

const unnamed = "unnamed"

// Unnamed reports whether a key lacks a comment.
func Unnamed(r parsedfile.Record) bool { return !r.Get(unnamed).IsNil() }

func parse(line string, known map[string]bool) (parsedfile.Record, bool) {
	line = strings.TrimLeft(line, " \t")
	word, rest := cutAt(line, outside(line, blanks))
	options := ""
	if !known[word] {
		options = word
		word, rest = cutWord(rest)
	}
	key, name := cutWord(rest)
	if !known[word] || key == "" {
		return parsedfile.Record{}, false
	}
	list := value.ListOf(value.Absent())
	if options != "" {
		list = value.Strs(Options(options)...)
	}
	var r parsedfile.Record
	r.Set("options", list)
	r.Set("type", value.Str(word))
	r.Set("key", value.Str(key))
	r.Set("name", value.Str(name))
	return r, true
}

const blanks = " \t"

// cutWord splits a line at the first blank. It ignores quotes, which have a
// meaning in options only.
func cutWord(line string) (word, rest string) {
	at := strings.IndexAny(line, blanks)
	if at < 0 {
		at = len(line)
	}
	return cutAt(line, at)
}

func cutAt(line string, at int) (word, rest string) {
	return line[:at], strings.TrimLeft(line[at:], blanks)
}

// Options splits text at the commas that are not between double quotes.
func Options(text string) []string {
	var list []string
	for text != "" {
		at := outside(text, ",")
		if one := strings.TrimSpace(text[:at]); one != "" {
			list = append(list, one)
		}
		text = strings.TrimPrefix(text[at:], ",")
	}
	return list
}

// outside returns the index of the first character of any that is not between
// double quotes, or the length of text. Between quotes, a backslash escapes a
// quote.
func outside(text, any string) int {
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quoted:
			i++
		case c == '"':
			quoted = !quoted
		case !quoted && strings.IndexByte(any, c) >= 0:
			return i
		}
	}
	return len(text)
}

// Texts returns the elements of a list of options, or nil.
func Texts(list value.Value) []string {
	var all []string
	for _, option := range list.Elements() {
		if !option.IsAbsent() && !option.IsNil() {
			all = append(all, option.Text())
		}
	}
	return all
}

func write(r parsedfile.Record) (string, error) {
	for _, field := range []string{"type", "key"} {
		if r.Text(field) == "" {
			return "", fmt.Errorf("Field '%s' is required", field)
		}
	}
	options := Texts(r.Get("options"))
	name := r.Text("name")
	if Unnamed(r) {
		name = ""
	}
	text := r.Text("type") + " " + r.Text("key") + " " + name
	if len(options) > 0 {
		text = strings.Join(options, ",") + " " + text
	}
	return text, nil
}
