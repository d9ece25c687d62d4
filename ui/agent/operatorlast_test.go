package main

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"
	"time"

	"ralsh/ral/raltest/real"
)

// agent runs ralsh-agent as alice.
func (s *trio) agent(args ...string) (out, errs string, err error) {
	s.Helper()
	cmd := exec.CommandContext(s.Context(), real.AgentBinary(s), args...)
	cmd.Env = s.env
	var printed, text strings.Builder
	cmd.Stdout, cmd.Stderr = &printed, &text
	err = cmd.Run()
	return printed.String(), text.String(), err
}

// TestLastOfHosts reads what hosts wrote to the server, also a host that is gone, which is named
// as silent.
func TestLastOfHosts(t *testing.T) {
	s := startTrio(t, true)
	var out, errs string
	err := exec.ErrNotFound
	for until := time.Now().Add(time.Minute); err != nil && time.Now().Before(until); {
		out, errs, err = s.agent("last", "facts", "web2")
	}
	var facts map[string]any
	if err != nil || json.Unmarshal([]byte(out), &facts) != nil || facts["kernel"] != "Linux" || !strings.Contains(errs, "web2 wrote the data at ") {
		t.Fatalf("%v: %.300s%s", err, out, errs)
	}
	s.stops[1]()
	if again, _, err := s.agent("last", "facts", "web2"); err != nil || again != out {
		t.Errorf("when the host is gone: %v: %.300s", err, again)
	}
	s.expect(s.ralsh("", "--on", "nats:kernel~.", "facts", "kernel"), 1, "2 hosts: Linux: nats:web[1,3]\n", "x 1 not reached: nats:web2 (silent since ")
	for _, args := range [][]string{{"last"}, {"last", "facts"}, {"last", "other", "web1"}, {"last", "facts", "../x"}, {"last", "facts", "web1", "web2"}, {"last", "facts", "*"}} {
		if out, errs, err := s.agent(args...); err == nil || out != "" || errs == "" {
			t.Errorf("%q: %v: %s%s", args, err, out, errs)
		}
	}
	if _, errs, err := s.agent("last", "snapshot", "web9"); err == nil || !strings.Contains(errs, "the server has no data of web9") {
		t.Errorf("a host that is none: %v: %s", err, errs)
	}
}
