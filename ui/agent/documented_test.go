package main

import (
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestDocumentedWay goes the way of docs/fleet.md from nothing to a signed change on three hosts,
// by its very commands, over ssh. What is done before: the packages are installed, and the hosts
// have servers of ssh. The package nats-server is there already, since no mirror is. What the
// document does for web1 is done for the other two as well.
func TestDocumentedWay(t *testing.T) {
	doc, err := os.ReadFile("../../docs/fleet.md")
	if err != nil {
		t.Fatal(err)
	}
	_, way, _ := strings.Cut(string(doc), "\n## From nothing to a signed change\n")
	way, _, _ = strings.Cut(way, "\n## ")
	var commands []string
	for _, found := range regexp.MustCompile(`(?m)^\$ (.*)$`).FindAllStringSubmatch(way, -1) {
		commands = append(commands, found[1])
		if strings.Contains(found[1], "web1") && !strings.Contains(found[1], "--host") {
			commands = append(commands, strings.ReplaceAll(found[1], "web1", "web2"), strings.ReplaceAll(found[1], "web1", "web3"))
		}
	}
	if len(commands) != 16 {
		t.Fatalf("the commands are %q", commands)
	}
	s := bootSite(t, "web1", "web2", "web3")
	for _, m := range append(s.machines(), s.broker) {
		s.runs(m, "systemctl", "start", "ssh")
	}
	began := time.Now()
	last := len(commands) - 1
	for _, command := range commands[:last-1] {
		s.must(command)
	}
	s.eventually("answer of all", func() (bool, string) {
		out, exit := s.alice(commands[last-1])
		return exit == 0 && strings.HasPrefix(out, "3 hosts: 12.") && strings.HasSuffix(out, ": nats:web[1-3]\n"), out
	})
	s.newKeyOf("web2", commands[1:last])
	term := s.desk.Tmux(t, []string{"runuser", "-l", "alice", "-c", commands[last]}, 160, 40)
	term.Wait(func(screen string) bool {
		return strings.Contains(screen, "+ Managed by ralsh.") && strings.Contains(screen, "apply this plan on 3 hosts?")
	}, "question")
	term.Type("yes")
	term.Keys("Enter")
	exit := term.Exit()
	t.Logf("from nothing to a signed change: %s by a machine, of %d commands and one answer\n%s", time.Since(began).Round(time.Second/10), len(commands), term.Screen())
	if exit != 0 || !strings.Contains(term.Screen(), "3 hosts: changed, 1 change: nats:web[1-3]") {
		t.Errorf("the change ended with status %d:\n%s", exit, term.Screen())
	}
	for _, m := range s.machines() {
		if data, err := os.ReadFile(m.Root() + "/etc/motd"); err != nil || string(data) != "Managed by ralsh." {
			t.Errorf("/etc/motd has %q, %v", data, err)
		}
		if out := s.runs(m, "ralsh-agent", "orders"); !strings.Contains(out, "alice") || !strings.Contains(out, "ended, exit status 0") {
			t.Errorf("the orders are\n%s", out)
		}
		if out := s.runs(m, "ralsh", "history"); !strings.Contains(out, "alice") {
			t.Errorf("the history is\n%s", out)
		}
	}
}

// newKeyOf gives a host a new key, by the commands of the document for the server and for it.
func (s *site) newKeyOf(name string, commands []string) {
	s.Helper()
	s.must("ralsh-agent setup nats --remove " + name + " --host " + name)
	for _, command := range commands {
		switch {
		case strings.HasSuffix(command, "systemctl restart nats-server"):
			s.must(strings.Replace(command, "restart", "reload", 1))
		case strings.HasPrefix(command, "scp nats/server"), strings.Contains(command, "chown"), strings.Contains(command, "@"+name):
			s.must(command)
		}
	}
	s.eventually("answer with the new key", func() (bool, string) {
		out, exit := s.alice("ralsh --on nats:" + name + " facts os.family")
		return exit == 0, out
	})
}
