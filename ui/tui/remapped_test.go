package tui

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/model/config"
	"ralsh/ui/tui/keys"
)

// The line of keys, help and the texts of the screens use the remapped keys.
func TestRemappedKeysAreShown(t *testing.T) {
	settings := config.Settings{Keys: []config.Binding{
		{Intent: "facts", Keys: []config.Key{{Key: "F2"}}},
		{Intent: "why", Keys: []config.Key{{Key: "W"}, {Key: "f4"}}},
		{Intent: "quit", Keys: []config.Key{{Key: "Q"}}},
		{Intent: "help", Keys: []config.Key{{Key: "?"}, {Key: "F9"}}},
		{Intent: "clear", Keys: []config.Key{{Key: "ctrl+k"}}},
		{Intent: "new", Keys: []config.Key{{Key: "+"}}},
		{Intent: "move-down", Keys: []config.Key{{Key: "down"}, {Key: "t"}}},
	}}
	table, err := keys.Default().Remap(remapped(settings))
	if err != nil {
		t.Fatal(err)
	}
	d, _ := drive(t, 120, 36, Options{Keys: table, Hint: true})
	d.says("W explains, : jumps", "W explain providers", "+ create", "F2 show facts")
	d.press("f")
	d.says("types  ")
	d.press("esc")
	d.says("this is the first screen; Q quits")
	d.press("?")
	d.says("up down  k t", "W  F4", "F2  ")
	d.press("esc /")
	d.says("typing: enter keep the filter", "ctrl+k clear", "F9 help")
	d.typed("abc")
	d.says("/abc_")
	d.press("ctrl+k")
	d.says("/_ ")
	d.press("esc b")
	d.says("e on an instance, or + on a type")
	d.send(keyOf("q"))
	if d.quit {
		t.Error("q still quits")
	}
	d.app.width, d.app.height = 36, 8
	d.says("make it larger, or Q quits")
	if strings.Contains(d.screen(), "or q") {
		t.Error("the old key is named")
	}
}

// TestDocumentedKeys holds that the examples of docs/keys.md are read, and that the error
// of the second one is on the page.
func TestDocumentedKeys(t *testing.T) {
	page, err := os.ReadFile("../../docs/keys.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, example := range []struct{ block, err string }{{"yaml", ""}, {"yaml conflict", "ralsh: /etc/ralsh/config.yaml"}} {
		_, text, _ := strings.Cut(string(page), "```"+example.block+"\n")
		text, _, _ = strings.Cut(text, "```")
		file := filepath.Join(t.TempDir(), "config.yaml")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		settings, err := config.Read(file)
		if err != nil || len(settings.Keys) == 0 {
			t.Fatal(err, settings.Keys)
		}
		_, err = keys.Default().Remap(remapped(settings))
		switch {
		case example.err == "" && err != nil:
			t.Error(err)
		case example.err != "" && (err == nil || !strings.Contains(string(page), strings.Replace(err.Error(), file, example.err, 1)+"\n")):
			t.Errorf("the page does not have %v", err)
		}
	}
}
