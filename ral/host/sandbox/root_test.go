package sandbox_test

import (
	"os"
	"strings"
	"testing"

	"ralsh/ral/host/sandbox"
	"ralsh/ral/raltest/real"
)

// TestChroot keeps code in the root of the process that opened the sandbox, which is
// not that of its mount namespace.
func TestChroot(t *testing.T) {
	if !real.InsideOf(t, real.Puppet, nil) {
		return
	}
	entries, err := os.ReadDir("/")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	s := open(t)
	for _, kind := range []struct {
		name string
		view *sandbox.View
	}{{"look", looks(t, s)}, {"overlay", overlay(t, s, false)}} {
		p := start(t, kind.view, sandbox.Code)
		if got := ask(t, p, map[string]any{"eval": "Dir.children('/').sort.join(' ')"}); got["ok"] != strings.Join(names, " ") {
			t.Errorf("%s: / has %v, not %v", kind.name, got, names)
			continue // what it writes would be outside
		}
		ask(t, p, map[string]any{"eval": "File.write('/written', 'x')"})
		if _, err := os.Stat("/written"); err == nil {
			t.Errorf("%s: it wrote a file", kind.name)
		}
	}
}
