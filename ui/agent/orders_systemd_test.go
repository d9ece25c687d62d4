package main

import (
	"encoding/json"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ralsh/model/order"
	"ralsh/model/wire"
	"ralsh/ral/raltest/real"
)

// booted is a running system with the units of the agent.
type booted struct {
	*testing.T
	*real.Machine
	keys string // a folder with the key alice
}

func bootHost(t *testing.T) *booted {
	t.Helper()
	real.NeedPrepared(t, "orders under systemd", "ssh-keygen")
	keys := t.TempDir()
	t.Setenv("XDG_RUNTIME_DIR", keys)
	if out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", keys+"/alice").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	public, err := os.ReadFile(keys + "/alice.pub")
	if err != nil {
		t.Fatal(err)
	}
	h := &booted{t, real.Boot(t, ""), keys}
	h.copy(real.Binary(t), "/usr/bin/ralsh")
	h.copy(real.AgentBinary(t), "/usr/bin/ralsh-agent")
	if _, err := os.Stat(h.Root() + "/usr/bin/ssh-keygen"); err != nil {
		h.copy("/usr/bin/ssh-keygen", "/usr/bin/ssh-keygen")
	}
	units, err := filepath.Glob("../../.ci/packaging/units/*")
	if err != nil || len(units) != 5 {
		t.Fatalf("units %q, %v", units, err)
	}
	for _, unit := range units {
		h.copy(unit, "/usr/lib/systemd/system/"+filepath.Base(unit))
	}
	h.copy("../../.ci/packaging/agent/sysusers.conf", "/usr/lib/sysusers.d/ralsh-agent.conf")
	h.copy("../../.ci/packaging/agent/tmpfiles.conf", "/usr/lib/tmpfiles.d/ralsh-agent.conf")
	h.runs("systemd-sysusers")
	h.runs("systemd-tmpfiles", "--create", "ralsh-agent.conf")
	real.Write(t, h.Root()+"/etc/ralsh/agent.yaml", "name: web1\nservers: ['tls://localhost']\nnkey: agent.nk\n", 0o644)
	real.Write(t, h.Root()+"/etc/ralsh/allowed_signers", "alice "+string(public), 0o644)
	h.runs("systemctl", "daemon-reload")
	h.runs("systemctl", "start", "ralsh-agent-order.socket", "ralsh-agent-run.socket")
	return h
}

// copy copies a file into the system.
func (h *booted) copy(from, to string) {
	h.Helper()
	copyFile(h.T, from, h.Root()+to)
}

// runs runs a command that is to succeed, and returns what it prints.
func (h *booted) runs(argv ...string) string {
	h.Helper()
	out, errs, exit := h.Machine.Run(h.Context(), argv...)
	if exit != 0 {
		h.Fatalf("%q: status %d\n%s%s", argv, exit, out, errs)
	}
	return out
}

// call returns a signed order.
func (h *booted) call(plan, document string, args ...string) wire.Call {
	h.Helper()
	now := time.Now()
	data, err := order.Encode(order.Order{
		Principal: "alice", Nonce: order.NewNonce(), NotBefore: now, NotAfter: now.Add(time.Minute), Args: args,
		StdinSHA256: order.Sum([]byte(document)), Plans: map[string][]string{plan: {"web1"}},
	})
	if err != nil {
		h.Fatal(err)
	}
	signature, err := order.Sign(h.Context(), h.keys+"/alice", data)
	if err != nil {
		h.Fatal(err)
	}
	return wire.Call{Call: "0123456789", Operator: "laptop", Host: "web1", Order: data, Signature: signature, Stdin: []byte(document), MaxBytes: 8 << 20}
}

// send sends an order to the socket.
func (h *booted) send(call wire.Call) *wire.Reader {
	h.Helper()
	conn, err := net.Dial("unix", h.Root()+"/run/ralsh-agent/order.sock")
	if err != nil {
		h.Fatal(err)
	}
	h.Cleanup(func() { conn.Close() })
	if err := wire.NewWriter(conn).Write(call); err != nil {
		h.Fatal(err)
	}
	return wire.NewReader(conn)
}

// until reads answers until the end, or until the output has a text.
func (h *booted) until(lines *wire.Reader, text string) (out string, end *wire.End) {
	h.Helper()
	for {
		line, err := lines.Next()
		if err != nil {
			h.Fatalf("%v, after %s\n%s", err, out, h.runs("journalctl", "--no-pager", "-n", "40"))
		}
		a, err := wire.Decode[wire.Answer](line)
		if err != nil {
			h.Fatal(err)
		}
		out += string(a.Out) + a.Say
		if a.End != nil || text != "" && strings.Contains(out, text) {
			return out, a.End
		}
	}
}

// planned returns the digest that a plan has.
func (h *booted) planned(document string, args ...string) string {
	h.Helper()
	out, end := h.until(h.send(h.call("", document, args...)), "")
	if end.Outcome != wire.Ended || end.Exit != 0 {
		h.Fatalf("the plan ended as %+v\n%s", end, out)
	}
	for line := range strings.Lines(out) {
		var plan struct{ Event, Digest string }
		if json.Unmarshal([]byte(line), &plan) == nil && plan.Event == "plan_finished" {
			return plan.Digest
		}
	}
	h.Fatalf("no plan in %s", out)
	return ""
}

// flood connects many times, sends nothing that is an order, and waits until that is over.
func (h *booted) flood(n int) {
	for range n {
		if conn, err := net.Dial("unix", h.Root()+"/run/ralsh-agent/order.sock"); err == nil {
			_, _ = conn.Write([]byte("{}\n"))
			conn.Close()
		}
	}
	h.over("ralsh-agent-order@*")
}

// over waits until no unit of a pattern is left, for which there is no event.
func (h *booted) over(units string) {
	h.runs("sh", "-c", "for i in $(seq 200); do systemctl list-units --no-legend '"+units+"' | grep -q . || exit 0; sleep 0.1; done; exit 1")
}

// TestOrdersUnderSystemd plans and applies by signed orders, ends the helper in the middle of
// a run, whose child stays, and has looks run as the unit confines them.
func TestOrdersUnderSystemd(t *testing.T) {
	h := bootHost(t)
	apply := []string{"apply", "-", "--output=jsonl"}

	document := "file { '/srv/ordered': ensure => file, content => 'x' }"
	digest := h.planned(document, apply...)
	if _, err := os.Lstat(h.Root() + "/srv/ordered"); err == nil {
		t.Error("the plan has changed something")
	}
	if out, end := h.until(h.send(h.call(strings.Repeat("00", 32), document, apply...)), ""); end.Exit == 0 {
		t.Errorf("another plan was applied: %s", out)
	}
	call := h.call(digest, document, apply...)
	if out, end := h.until(h.send(call), ""); end.Outcome != wire.Ended || end.Exit != 0 {
		t.Fatalf("it ended as %+v\n%s", end, out)
	}
	if data, err := os.ReadFile(h.Root() + "/srv/ordered"); err != nil || string(data) != "x" {
		t.Errorf("the file has %q, %v", data, err)
	}
	if out := h.runs("ralsh", "history"); !strings.Contains(out, "alice as root") {
		t.Errorf("the history is\n%s", out)
	}
	if _, end := h.until(h.send(call), ""); end.Outcome != wire.Refused || !strings.Contains(end.Reason, "accepted before") {
		t.Errorf("the same order again: %+v", end)
	}

	h.flood(1000)
	if _, end := h.until(h.send(h.call("", document, apply...)), ""); end.Outcome != wire.Ended {
		t.Errorf("after a flood of connections: %+v", end)
	}

	real.Write(t, h.Root()+"/srv/slow.sh", "setsid sleep 600 >/dev/null 2>&1 </dev/null & echo $! >/srv/left\n"+
		"while ! test -e /srv/go; do sleep 0.1; done; echo done >/srv/slow\n", 0o644)
	slow := "exec { 'slow': command => '/bin/sh /srv/slow.sh' }"
	lines := h.send(h.call(h.planned(slow, apply...), slow, apply...))
	h.until(lines, `"event":"act_started"`)
	stop := time.Now()
	h.runs("systemctl", "stop", "ralsh-agent-order.socket", "ralsh-agent-run.socket", "ralsh-agent-order@*.service")
	if took := time.Since(stop); took > time.Minute {
		t.Errorf("the helper needed %s to stop", took)
	}
	real.Write(t, h.Root()+"/srv/go", "", 0o644)
	h.runs("sh", "-c", "for i in $(seq 200); do ralsh-agent orders | tail -1 | grep -q ended && exit 0; sleep 0.1; done; ralsh-agent orders; exit 1")
	if data, err := os.ReadFile(h.Root() + "/srv/slow"); err != nil || string(data) != "done\n" {
		t.Errorf("the run did not go on: %q, %v", data, err)
	}
	h.over("ralsh-agent-run@*")
	h.runs("sh", "-c", "kill -0 $(cat /srv/left)")
	orders := h.runs("ralsh-agent", "orders")
	if last := strings.Split(strings.TrimSpace(orders), "\n"); !strings.Contains(last[len(last)-1], "ended, exit status 0") {
		t.Errorf("the orders are\n%s", orders)
	}
	real.Write(t, h.Root()+"/etc/systemd/system/ralsh-agent.service.d/look.conf",
		"[Service]\nType=oneshot\nRestart=no\nExecStart=\nExecStart=/bin/sh -c 'id -un; ralsh facts os.family networking.hostname memory.system.total; ralsh resource service dbus; ralsh resource user root; ralsh resource package bash; "+
			"test -w /run/ralsh-agent/order.sock && echo may order; test -w /run/ralsh-agent-run.sock || echo may not run; ls /var/lib/ralsh-agent || echo may not read'\n", 0o644)
	h.runs("systemctl", "daemon-reload")
	h.runs("systemctl", "start", "ralsh-agent.service")
	looks := h.runs("journalctl", "--no-pager", "-o", "cat", "-u", "ralsh-agent.service")
	for _, want := range []string{"ralsh\n", "Debian", "service { 'dbus':", "ensure => 'running'", "user { 'root':", "package { 'bash':", "may order", "may not run", "may not read"} {
		if !strings.Contains(strings.Join(strings.Fields(looks), " "), strings.TrimSpace(want)) {
			t.Errorf("no %q in\n%s", want, looks)
		}
	}
}
