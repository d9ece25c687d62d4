package config_test

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"ralsh/model/config"
)

// settings returns a configuration as config.yaml.
func settings(c config.Settings) string {
	text := fmt.Sprintf("history: {keep: {runs: %d, contents: %d}}\n", c.Keep.Runs, c.Keep.Bytes)
	if c.Modulepath+c.Environment != "" {
		text += "modules:\n"
	}
	if c.Modulepath != "" {
		text += "  path: " + quoted(c.Modulepath) + "\n"
	}
	if c.Environment != "" {
		text += "  environment: " + quoted(c.Environment) + "\n"
	}
	if len(c.Keys) > 0 {
		text += "keys:\n"
	}
	for _, k := range c.Keys {
		var names []string
		for _, key := range k.Keys {
			names = append(names, quoted(key.Key))
		}
		text += "  " + quoted(k.Intent) + ": [" + strings.Join(names, ", ") + "]\n"
	}
	return text
}

func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// unplaced returns a configuration without the positions of its keys.
func unplaced(c config.Settings) config.Settings {
	for i := range c.Keys {
		c.Keys[i].At = ""
		for j := range c.Keys[i].Keys {
			c.Keys[i].Keys[j].At = ""
		}
	}
	return c
}

// A configuration is read or is an error with its file, line and column;
// writing and reading it again gives the same result.
func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"", "history: {keep: {runs: 7, contents: 1 GiB}}", "modules: {path: [/a, /b], environment: x}", "modules: {path: '/a:/b'}",
		"keys: {facts: [F2, ctrl+t], next: j}", "- a", "history:\n  keep: 3\n", "a: &a [*a]", "keys: {[a]: b}", "? - a\n: b", "keys:\n  !!str x: |\n    y\n",
		"--- \nkeys: {a: b}\n--- \nkeys: {c: d}\n", "\xff: \x00", "keys: {a: 'it''s'}", "<<: {keys: {a: b}}", "modules: {path: \"\\t\"}",
	} {
		f.Add([]byte(text))
	}
	file := filepath.Join(f.TempDir(), "config.yaml")
	placed := regexp.MustCompile(`\A` + regexp.QuoteMeta(file) + `:[1-9]\d*:[1-9]\d*: (?s:.)`)
	read := func(t *testing.T, text string) (config.Settings, error) {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return config.Read(file)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := read(t, string(text))
		if err != nil {
			if len(text) <= 64<<10 && !placed.MatchString(err.Error()) {
				t.Fatalf("%q: no place: %v", text, err)
			}
			return
		}
		if strings.ContainsAny(fmt.Sprint(c), "\n\r") {
			return // a one-line quoted text cannot contain it
		}
		again, err := read(t, settings(c))
		if err != nil || !reflect.DeepEqual(unplaced(again), unplaced(c)) {
			t.Fatalf("%q is %+v, and\n%s is %+v, %v", text, c, settings(c), again, err)
		}
	})
}
