//go:build linux

package command_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"ralsh/ui/agent/command"
)

// TestDocumentedSetup runs the commands of docs/fleet.md that make the configuration, in their
// order, and looks for the files that the others copy.
func TestDocumentedSetup(t *testing.T) {
	doc, err := os.ReadFile("../../../docs/fleet.md")
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Chdir(t.TempDir())
	public := "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKlW0PoYUeg3vB1FfGIf1Ybgcq58ZDbMQO+Uu92zFZav alice\n"
	for _, name := range []string{filepath.Join(home, ".ssh/id_ed25519.pub"), "bob.pub"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(public), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	made := regexp.MustCompile("(?:\\$ |`)ralsh-agent (setup nats [^`\n]+)")
	ran := 0
	for _, found := range made.FindAllStringSubmatch(string(doc), -1) {
		if strings.Contains(found[1], "--buckets") {
			continue // it needs the server
		}
		args := strings.Fields(strings.ReplaceAll(found[1], "'", ""))
		var out, errs bytes.Buffer
		if status := command.Main(args, "1.2.3", "c0ffee", &out, &errs); status != 0 {
			t.Errorf("%s: status %d, %s", found[1], status, errs.String())
		}
		ran++
	}
	if ran < 6 {
		t.Errorf("only %d commands are documented", ran)
	}
	copied := regexp.MustCompile(`(?m)^\$ (?:scp|install).* (nats/\S+)`)
	sources := copied.FindAllStringSubmatch(string(doc), -1)
	for _, source := range sources {
		if files, err := filepath.Glob(source[1]); err != nil || len(files) < 3 {
			t.Errorf("%s is %v, %v", source[1], files, err)
		}
	}
	if len(sources) != 3 {
		t.Errorf("%d bundles are copied", len(sources))
	}
	if readme, err := os.ReadFile("nats/README"); err != nil || !bytes.Contains(readme, []byte("include ../var/lib/nats-ralsh/nats-server.conf")) || !strings.Contains(string(doc), "include ../var/lib/nats-ralsh/nats-server.conf") {
		t.Errorf("the README and the document have other commands: %v\n%s", err, readme)
	}
}
