package e2e_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// TestWalkRemappedKeys remaps keys in config.yaml and uses them. If two intents have
// the same key, the screens do not start.
func TestWalkRemappedKeys(t *testing.T) {
	t.Parallel()
	root, _ := hostsBelow(t)
	program := ownState(t, "--root", root)
	config := filepath.Join(strings.TrimPrefix(program[2], "XDG_CONFIG_HOME="), "ralsh", "config.yaml")
	if err := os.MkdirAll(filepath.Dir(config), 0o755); err != nil {
		t.Fatal(err)
	}
	set := func(text string) {
		t.Helper()
		if err := os.WriteFile(config, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	set("keys:\n  facts: [F2]\n  quit: [Q]\n")
	w := walk{t, real.Terminal(t, program, 120, 36)}
	w.see("types", "F2 show facts")
	w.press("f q F2", "   facts ")
	w.press("Escape", "   types ")
	w.press("?", "remap keys in "+config)
	w.press("Escape", "F2 show facts")
	w.term.Keys("Q")
	if status := w.term.Exit(); status != 0 {
		t.Errorf("ralsh exits %d", status)
	}

	set("keys:\n  facts: [F2]\n  quit: [L, F2]\n")
	w = walk{t, real.Terminal(t, program, 200, 24)}
	w.see(config+`:3:10: keys: "L" would be both log and quit`, config+`:3:13: keys: "F2" would be both facts and quit`)
	if status := w.term.Exit(); status != 1 {
		t.Errorf("ralsh exits %d", status)
	}
}
