package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"ralsh/model/order"
	"ralsh/model/wire"
	"ralsh/ral/raltest/real"
)

// asker is the program that asks for alice, with her key of NATS. What it asks is made here.
type asker struct {
	*site
	to   *wire.Writer
	from *wire.Reader
}

func (s *site) asker() *asker {
	s.Helper()
	cmd := s.desk.Command(s.Context(), "runuser", "-l", "alice", "-c", "exec ralsh-agent ask")
	in, err := cmd.StdinPipe()
	if err != nil {
		s.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		s.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		s.Fatal(err)
	}
	s.Cleanup(func() { in.Close(); _ = cmd.Wait() })
	a := &asker{s, wire.NewWriter(in), wire.NewReader(out)}
	line, err := a.from.Next()
	if err == nil {
		_, err = wire.Decode[wire.Hello](line)
	}
	if err != nil {
		s.Fatal(err)
	}
	return a
}

// call sends a call, and returns what the host says and how it ended.
func (a *asker) call(c wire.Call) (text string, end wire.End) {
	a.Helper()
	if err := a.to.Write(wire.Ask{Call: &c}); err != nil {
		a.Fatal(err)
	}
	for {
		line, err := a.from.Next()
		if err != nil {
			a.Fatal(err)
		}
		m, err := wire.Decode[wire.Answer](line)
		if err != nil {
			a.Fatal(err)
		}
		text += string(m.Out) + m.Say
		if m.Call == c.Call && m.End != nil {
			return text, *m.End
		}
	}
}

// badHost is the host at which orders are refused.
const badHost = "web31"

const badDocument = "file { '/srv/bad': ensure => file }"

// sign returns the signature of a document by the key of this name.
func (s *site) sign(key string, document []byte) []byte {
	s.Helper()
	signature, err := order.Sign(s.Context(), filepath.Join(s.keys, key), document)
	if err != nil {
		s.Fatal(err)
	}
	return signature
}

// made returns a call with a good order for the host to plan, after changes to the order.
func (s *site) made(key string, change func(*order.Order)) wire.Call {
	s.Helper()
	now := time.Now()
	o := order.Order{
		Principal: "alice", Nonce: order.NewNonce(), NotBefore: now, NotAfter: now.Add(5 * time.Minute), Args: []string{"apply", "-", "--output=jsonl"},
		StdinSHA256: order.Sum([]byte(badDocument)), Plans: map[string][]string{"": {badHost}},
	}
	change(&o)
	document, err := order.Encode(o)
	if err != nil {
		s.Fatal(err)
	}
	return wire.Call{
		Call: order.NewNonce(), Operator: "alice", Host: badHost, Order: document, Signature: s.sign(key, document),
		Stdin: []byte(badDocument), MaxBytes: 8 << 20,
	}
}

// badOrders sends orders that the host refuses, and names why.
func (s *site) badOrders() {
	host := s.hosts[badHost]
	s.newKey("mallory")
	s.newKey("bob")
	public, err := os.ReadFile(filepath.Join(s.keys, "bob.pub"))
	if err != nil {
		s.Fatal(err)
	}
	allowed, err := os.ReadFile(host.Root() + "/etc/ralsh/allowed_signers")
	if err != nil {
		s.Fatal(err)
	}
	real.Write(s, host.Root()+"/etc/ralsh/allowed_signers", string(allowed)+"bob "+string(public), 0o644)
	same := func(*order.Order) {}
	at := func(shift time.Duration) func(*order.Order) {
		return func(o *order.Order) { o.NotBefore, o.NotAfter = o.NotBefore.Add(shift), o.NotAfter.Add(shift) }
	}
	as := func(principal string) func(*order.Order) { return func(o *order.Order) { o.Principal = principal } }
	edited := func(edit func(*wire.Call)) wire.Call {
		c := s.made("alice", same)
		edit(&c)
		return c
	}
	a := s.asker()
	if text, end := a.call(s.made("bob", as("bob"))); end.Outcome != wire.Ended || end.Exit != 0 {
		s.Fatalf("a good order ended as %+v\n%s", end, text)
	}
	real.Write(s, host.Root()+"/etc/ralsh/revoked_keys", string(public), 0o644)
	taken := s.made("alice", same)
	if text, end := a.call(taken); end.Outcome != wire.Ended || end.Exit != 0 {
		s.Fatalf("a good order ended as %+v\n%s", end, text)
	}
	before := len(s.orders(host))
	again := taken
	again.Call = order.NewNonce()
	// To the agent that was restarted, the very same message is a new one.
	s.runs(host, "systemctl", "restart", "ralsh-agent")
	s.eventually("agent", func() (bool, string) {
		out, exit := s.alice("ralsh --on nats:" + badHost + " version")
		return exit == 0, out
	})
	cases := []struct {
		name string
		call wire.Call
		want string
	}{
		{"the same message again", taken, "accepted before"},
		{"the same order in another message", again, "accepted before"},
		{"signed 20 minutes ago", s.made("alice", at(-20*time.Minute)), "it expired 15 m ago, or the clocks differ by that time"},
		{"signed 20 minutes in the future", s.made("alice", at(20*time.Minute)), "the clocks differ by 20 m"},
		{"for another host", s.made("alice", func(o *order.Order) { o.Plans = map[string][]string{"": {"web32"}} }), "the order does not include the host web31"},
		{"a key that is not allowed", s.made("mallory", same), "this host does not accept the signature of alice"},
		{"a principal that is not allowed", s.made("mallory", as("mallory")), "this host does not accept the signature of mallory"},
		{"another's principal", s.made("alice", as("bob")), "this host does not accept the signature of bob"},
		{"a revoked key", s.made("bob", as("bob")), "the key is in /etc/ralsh/revoked_keys"},
		{"a signature for something else", edited(func(c *wire.Call) { c.Signature = s.signedElsewhere(c.Order) }), "this host does not accept the signature of alice"},
		{"another standard input", edited(func(c *wire.Call) { c.Stdin = []byte("file { '/srv/worse': ensure => file }") }), "standard input differs from the signed input"},
		{"another order", edited(func(c *wire.Call) {
			c.Order = []byte(strings.Replace(string(c.Order), "--output=jsonl", "--output=jsonx", 1))
		}), "this host does not accept the signature of alice"},
		{"no signature", edited(func(c *wire.Call) { c.Signature = nil }), "the signature is not in the format"},
	}
	for _, c := range cases {
		text, end := a.call(c.call)
		if end.Outcome != wire.Refused || !strings.Contains(end.Reason, c.want) {
			s.Errorf("%s: it ended as %+v\n%s", c.name, end, text)
		}
	}
	records := s.orders(host)[before:]
	if len(records) != len(cases) {
		s.Errorf("%d records of %d orders", len(records), len(cases))
	}
	for _, c := range cases {
		found := false
		for _, r := range records {
			found = found || r.Outcome == "refused" && strings.Contains(r.Reason, c.want)
		}
		if !found {
			s.Errorf("%s: no record", c.name)
		}
	}
	s.harmless(a)
	s.Log("\n" + s.runs(host, "ralsh-agent", "orders"))
}

// harmless sends good orders that try to change more than they may.
func (s *site) harmless(a *asker) {
	args := func(plan string, args ...string) func(*order.Order) {
		return func(o *order.Order) { o.Args, o.Plans = args, map[string][]string{plan: {badHost}} }
	}
	digest := strings.Repeat("00", 32)
	for _, c := range []struct {
		name   string
		change func(*order.Order)
		exit   int
		want   string
	}{
		{"without a digest and --noop", args("", "apply", "-"), 0, "no changes were made"},
		{"without a digest, to apply", args("", "apply", "-", "--noop=false"), 0, "no changes were made"},
		{"without a digest, of a resource", args("", "resource", "file", "/srv/bad", "ensure=file"), 0, "no changes were made"},
		{"without a digest, with one in the command line", args("", "apply", "-", "--if-plan="+digest), 2, "--if-plan needs an order with the digest of a plan"},
		{"the digest of another plan", args(digest, "apply", "-"), 1, "plan"},
		{"the digest of a plan, for a look", args(digest, "facts"), 2, "its command makes no changes"},
	} {
		text, end := a.call(s.made("alice", c.change))
		if end.Outcome != wire.Ended || end.Exit != c.exit || !strings.Contains(text, c.want) {
			s.Errorf("%s: it ended as %+v\n%s", c.name, end, text)
		}
	}
	for _, path := range []string{"/srv/bad", "/srv/worse"} {
		if s.has(badHost, path) {
			s.Errorf("%s is there", path)
		}
	}
}

// signedElsewhere returns a signature of alice that is for files, and not for orders.
func (s *site) signedElsewhere(document []byte) []byte {
	s.Helper()
	file := filepath.Join(s.TempDir(), "order")
	real.Write(s, file, string(document), 0o600)
	if out, err := exec.Command("ssh-keygen", "-q", "-Y", "sign", "-n", "file", "-f", filepath.Join(s.keys, "alice"), file).CombinedOutput(); err != nil {
		s.Fatalf("%v\n%s", err, out)
	}
	signature, err := os.ReadFile(file + ".sig")
	if err != nil {
		s.Fatal(err)
	}
	return signature
}

// badLooks asks for what no look shows: programs, contents of files, secrets, changes.
func (s *site) badLooks() {
	const more = "is not allowed"
	a := s.asker()
	for line, want := range map[string]string{
		"resource exec": "cannot list resources of the type exec", "resource exec /usr/bin/id": more, "resource file /etc/shadow": more, "resource user root --show-secrets": more,
		"resource user root password=x": more, "facts --external-dir /tmp": more, "facts --config /etc/shadow": more, "apply -": more, "apply /etc/shadow": more,
		"undo": more, "snapshot --file /etc/ralsh/agent.nk": more, "--root / types": more, "compare now /etc/shadow": more, "--on localhost facts": more,
	} {
		text, end := a.call(wire.Call{Call: order.NewNonce(), Operator: "alice", Host: badHost, Args: strings.Fields(line), MaxBytes: 8 << 20})
		if end.Outcome != wire.Ended || end.Exit == 0 || !strings.Contains(text, want) {
			s.Errorf("%s: it ended as %+v\n%s", line, end, text)
		}
	}
	for _, line := range []string{"resource file /etc/shadow", "facts --external-dir /tmp"} {
		if out, exit := s.alice("ralsh --on nats:web31 " + line); exit == 0 || !strings.Contains(out, more) {
			s.Errorf("%s: status %d\n%s", line, exit, out)
		}
	}
	s.runs(s.hosts[badHost], "usermod", "--password", "$6$salt$geheim", "root")
	for _, host := range []string{badHost, badHost + "+sudo"} {
		if out := s.must("ralsh --on nats:" + host + " resource user root"); !strings.Contains(out, "home") || strings.Contains(out, "geheim") {
			s.Errorf("a secret is shown:\n%s", out)
		}
	}
}
