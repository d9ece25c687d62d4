package orders

import (
	"context"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ralsh/model/order"
	"ralsh/model/wire"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/raltest/real"
)

// digest is that of a plan.
var digest = strings.Repeat("ab", 32)

// rig is a host with a helper and a runner at a socket, as systemd has them: each connection
// has a process, here a goroutine.
type rig struct {
	testing.TB
	dir   string
	state *ownfiles.State
	check CheckOptions
	run   RunOptions
	runs  sync.WaitGroup
	once  sync.Once
}

// newRig returns a host whose ralsh is a script of sh. The keys alice, which may order, and
// mallory are made by ssh-keygen(1).
func newRig(t testing.TB, script string) *rig {
	t.Helper()
	real.NeedKeygen(t)
	r := &rig{TB: t, dir: t.TempDir()}
	t.Setenv("XDG_RUNTIME_DIR", r.dir)
	state, err := ownfiles.Open(r.path("state"))
	if err != nil {
		t.Fatal(err)
	}
	r.state = state
	r.write("program", "#!/bin/sh\necho ran >>"+r.path("ran")+"\n"+script+"\n", 0o755)
	for _, name := range []string{"alice", "mallory"} {
		r.keygen("-t", "ed25519", "-N", "", "-C", "", "-f", r.path(name))
	}
	r.write("allowed_signers", "alice "+r.read("alice.pub"), 0o644)
	r.check = CheckOptions{
		Name: "web1", State: state, Runner: r.path("run.sock"), Now: time.Now,
		Signers: order.Signers{Allowed: r.path("allowed_signers"), Revoked: r.path("revoked_keys")},
	}
	r.run = RunOptions{Program: r.path("program"), State: state, Now: time.Now}
	return r
}

func (r *rig) path(name string) string { return filepath.Join(r.dir, name) }

func (r *rig) write(name, text string, mode os.FileMode) {
	r.Helper()
	if err := os.WriteFile(r.path(name), []byte(text), mode); err != nil {
		r.Fatal(err)
	}
}

// read returns a file, "" if it is not there.
func (r *rig) read(name string) string {
	data, _ := os.ReadFile(r.path(name))
	return string(data)
}

// ran returns how often ralsh was run.
func (r *rig) ran() int { return strings.Count(r.read("ran"), "\n") }

func (r *rig) keygen(args ...string) {
	r.Helper()
	if out, err := exec.Command("ssh-keygen", append([]string{"-q"}, args...)...).CombinedOutput(); err != nil {
		r.Fatalf("ssh-keygen %q: %v\n%s", args, err, out)
	}
}

// listen serves the runner's socket until the test ends.
func (r *rig) listen() {
	r.Helper()
	l, err := net.Listen("unix", r.path("run.sock"))
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() {
		l.Close()
		r.runs.Wait()
	})
	r.runs.Go(func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			r.runs.Go(func() {
				defer conn.Close()
				if err := Run(context.Background(), conn, conn, r.run); err != nil {
					r.Logf("the runner: %v", err)
				}
			})
		}
	})
}

// order returns an order of alice for this host.
func (r *rig) order(args ...string) order.Order {
	now := time.Now()
	return order.Order{
		Principal: "alice", Nonce: order.NewNonce(), NotBefore: now, NotAfter: now.Add(5 * time.Minute), Args: args,
		StdinSHA256: order.Sum([]byte("document")), Plans: map[string][]string{digest: {"web1", "web2"}, "": {"db1"}},
	}
}

// call returns the call of an order, signed with a key.
func (r *rig) call(o order.Order, key string) wire.Call {
	r.Helper()
	data, err := order.Encode(o)
	if err != nil {
		r.Fatal(err)
	}
	signature, err := order.Sign(r.Context(), r.path(key), data)
	if err != nil {
		r.Fatal(err)
	}
	return wire.Call{
		Call: "0123456789", Operator: "laptop", Host: "web1", Order: data, Signature: signature, Stdin: []byte("document"), MaxBytes: 1 << 20,
	}
}

// agent is the agent's end of a connection to the helper.
type agent struct {
	*net.UnixConn
	lines *wire.Reader
	ended chan error // of the helper
	stop  func()     // ends the helper, as systemd does
}

// connect starts a helper for a connection.
func (r *rig) connect() *agent {
	r.Helper()
	r.once.Do(r.listen)
	fds, err := net.ListenUnix("unix", &net.UnixAddr{Name: r.path("order.sock"), Net: "unix"})
	if err != nil {
		r.Fatal(err)
	}
	defer fds.Close()
	conn, err := net.DialUnix("unix", nil, fds.Addr().(*net.UnixAddr))
	if err != nil {
		r.Fatal(err)
	}
	theirs, err := fds.Accept()
	if err != nil {
		r.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	r.Cleanup(stop)
	a := &agent{conn, wire.NewReader(conn), make(chan error, 1), stop}
	go func() {
		err := Check(ctx, theirs, theirs, r.check)
		theirs.Close()
		a.ended <- err
	}()
	r.Cleanup(func() { conn.Close() })
	return a
}

// send sends a message.
func (r *rig) send(a *agent, message any) {
	r.Helper()
	if err := wire.NewWriter(a).Write(message); err != nil {
		r.Fatal(err)
	}
}

// next returns the next answer. ok is false at the end of the connection.
func (r *rig) next(a *agent) (answer wire.Answer, ok bool) {
	r.Helper()
	line, err := a.lines.Next()
	if err == io.EOF {
		return answer, false
	}
	if err == nil {
		answer, err = wire.Decode[wire.Answer](line)
	}
	if err != nil {
		r.Fatal(err)
	}
	return answer, true
}

// answers is all that a host answered.
type answers struct {
	begun bool
	out   string
	says  []string
	end   wire.End
}

// rest reads all answers, and checks that they are whole.
func (r *rig) rest(a *agent) answers {
	r.Helper()
	var all answers
	for seq := 0; ; {
		got, ok := r.next(a)
		if !ok {
			r.Fatalf("no end after %+v", all)
		}
		switch {
		case got.Begun:
			all.begun = true
		case len(got.Out) > 0:
			if seq++; got.Seq != seq {
				r.Errorf("part %d is numbered %d", seq, got.Seq)
			}
			all.out += string(got.Out)
		case got.Say != "":
			all.says = append(all.says, got.Say)
		case got.End != nil:
			all.end = *got.End
			if got.End.Outcome != wire.Refused && (got.End.Parts != seq || got.End.SHA256 != order.Sum([]byte(all.out))) {
				r.Errorf("the end is %+v after %d parts of %d bytes", got.End, seq, len(all.out))
			}
			return all
		}
	}
}

// ask sends a call and returns what the host answers.
func (r *rig) ask(call wire.Call) answers {
	r.Helper()
	a := r.connect()
	r.send(a, call)
	return r.rest(a)
}

// recorded returns what was noted, of signed orders and of others.
func (r *rig) recorded() (signed, unsigned []Record) {
	r.Helper()
	var err, err2 error
	signed, err = records(r.state, ordersFile)
	unsigned, err2 = records(r.state, unsignedFile)
	if err != nil || err2 != nil {
		r.Fatal(err, err2)
	}
	return signed, unsigned
}

// in returns the same host for a subtest.
func (r *rig) in(t *testing.T) *rig {
	r.once.Do(r.listen)
	sub := &rig{TB: t, dir: r.dir, state: r.state, check: r.check, run: r.run}
	sub.once.Do(func() {}) // it listens already
	return sub
}
