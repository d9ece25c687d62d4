//go:build linux

package command_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"ralsh/ui/agent/command"
)

// public is a public key of SSH.
const public = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKlW0PoYUeg3vB1FfGIf1Ybgcq58ZDbMQO+Uu92zFZav alice\n"

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
}

// stepsOf returns the commands of each step of a text, by its number.
func stepsOf(text string, step, command *regexp.Regexp) map[string][]string {
	steps, number := make(map[string][]string), ""
	for line := range strings.Lines(text) {
		if found := step.FindStringSubmatch(line); found != nil {
			number = found[1]
		}
		if found := command.FindStringSubmatch(line); found != nil {
			steps[number] = append(steps[number], found[1])
		}
	}
	return steps
}

// TestReadme holds that the README has the steps of docs/fleet.md, with its commands, and names
// no file that was not made.
func TestReadme(t *testing.T) {
	doc, err := os.ReadFile("../../../docs/fleet.md")
	if err != nil {
		t.Fatal(err)
	}
	_, way, _ := strings.Cut(string(doc), "\n## From nothing to a signed change\n")
	way, _, _ = strings.Cut(way, "\n## ")
	page := stepsOf(way, regexp.MustCompile(`^\*\*(\d)\. `), regexp.MustCompile(`^\$ (.*)\n`))
	authority := filepath.Join(t.TempDir(), "ca.pem")
	for _, c := range []struct {
		name      string
		flags     []string
		steps     string // those that the page has as well
		elsewhere []string
	}{
		{"as documented", []string{"--host", "web[1-3]", "--operator", "alice=alice.pub"}, "2345", nil},
		{"with JetStream", []string{"--host", "web[1-3]", "--operator", "alice=alice.pub", "--jetstream"}, "2345", nil},
		{"without hosts and operators", nil, "2", nil},
		{"with an authority", []string{"--host", "web1", "--operator", "alice=alice.pub", "--ca", authority}, "2345", []string{"server.pem", "server.key"}},
	} {
		t.Chdir(t.TempDir())
		if err := os.WriteFile("alice.pub", []byte(public), 0o600); err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		if status := command.Main(append([]string{"setup", "nats", "--server", "broker.example.org"}, c.flags...), "1.2.3", "c0ffee", &out, &errs); status != 0 {
			t.Fatalf("%s: status %d, %s", c.name, status, errs.String())
		}
		data, err := os.ReadFile("nats/README")
		if err != nil {
			t.Fatal(err)
		}
		readme := string(data)
		steps := stepsOf(readme, regexp.MustCompile(`^(\d)\. `), regexp.MustCompile(`^ {4}(.*)\n`))
		for number, commands := range page {
			for _, want := range commands {
				if strings.Contains(c.steps, number) && !slices.Contains(steps[number], want) {
					t.Errorf("%s: step %s has no %q", c.name, number, want)
				}
			}
		}
		for _, name := range regexp.MustCompile(`nats/[\w/*.-]*\w|\b[\w.-]+\.(?:pem|key|nk|conf|yaml)\b`).FindAllString(readme, -1) {
			made := slices.Contains(c.elsewhere, name) || name == "nats-server.conf" || name == "ralsh-agent.conf" // of packages
			for _, pattern := range []string{name, "nats/" + name, "nats/server/" + name} {
				files, _ := filepath.Glob(pattern)
				made = made || len(files) > 0
			}
			if !made {
				t.Errorf("%s: %s was not made", c.name, name)
			}
		}
		if t.Failed() {
			t.Fatal(readme)
		}
		if ca, err := os.ReadFile("nats/ca.pem"); err != nil || os.WriteFile(authority, ca, 0o600) != nil {
			t.Fatal(err)
		}
	}
}
