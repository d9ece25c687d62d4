package orders

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ralsh/model/order"
	"ralsh/model/wire"
)

func TestOrder(t *testing.T) {
	for name, c := range map[string]struct {
		plans   map[string][]string
		ordered string
	}{
		"to apply": {map[string][]string{digest: {"web1"}, "": {"web2"}}, digest},
		"to plan":  {map[string][]string{"": {"web1"}}, "plan"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, `echo "$*|$RALSH_PRINCIPAL|$RALSH_FROM|$HOME|$SUDO_USER"; cat; echo said >&2; echo more >&2; exit 2`)
			t.Setenv("SUDO_USER", "mallory")
			o := r.order("apply", "-", "--output=jsonl")
			o.Plans = c.plans
			call := r.call(o, "alice")
			call.Env = []string{"RALSH_FROM=alice@laptop"}
			got := r.ask(call)
			if want := "--ordered=" + c.ordered + " apply - --output=jsonl|alice|alice@laptop|/root|\ndocument"; got.out != want {
				t.Errorf("ralsh was run so: %q, not %q", got.out, want)
			}
			if !got.begun || !slices.Equal(got.says, []string{"said", "more"}) || got.end.Outcome != wire.Ended || got.end.Exit != 2 {
				t.Errorf("%+v", got)
			}
			signed, unsigned := r.recorded()
			if len(unsigned) > 0 || len(signed) != 2 {
				t.Fatalf("records %+v, and unsigned %+v", signed, unsigned)
			}
			begun, ended := signed[0], signed[1]
			if begun.Outcome != Begun || begun.Principal != "alice" || begun.Operator != "laptop" || begun.Nonce != o.Nonce || strings.Join(begun.Args, " ") != "apply - --output=[...]" {
				t.Errorf("it began as %+v", begun)
			}
			if ended.Outcome != Ended || ended.Nonce != o.Nonce || ended.Exit == nil || *ended.Exit != 2 {
				t.Errorf("it ended as %+v", ended)
			}
		})
	}
}

// TestRefused tries each way in which an order is not one for this host. Nothing is run.
func TestRefused(t *testing.T) {
	r := newRig(t, "true")
	r.keygen("-t", "ed25519", "-N", "", "-C", "", "-f", r.path("revoked"))
	r.write("allowed_signers", r.read("allowed_signers")+"alice "+r.read("revoked.pub"), 0o644)
	r.write("revoked_keys", r.read("revoked.pub"), 0o644)
	changed := func(change func(*order.Order)) wire.Call {
		o := r.order("apply", "-")
		change(&o)
		return r.call(o, "alice")
	}
	good := r.call(r.order("apply", "-"), "alice")
	with := func(change func(*wire.Call)) wire.Call {
		call := good
		change(&call)
		return call
	}
	for name, c := range map[string]struct {
		call wire.Call
		want string
	}{
		"no order":       {with(func(c *wire.Call) { c.Order = nil }), "cannot parse the order"},
		"another form":   {with(func(c *wire.Call) { c.Order = append(slices.Clone(c.Order), ' ') }), "not in its canonical form"},
		"a command line": {with(func(c *wire.Call) { c.Args = []string{"facts"} }), "must not have a command line"},
		"other hosts":    {changed(func(o *order.Order) { o.Plans = map[string][]string{digest: {"web2"}} }), "does not include the host web1"},
		"early": {changed(func(o *order.Order) {
			o.NotBefore, o.NotAfter = o.NotBefore.Add(7*time.Minute), o.NotAfter.Add(7*time.Minute)
		}), "the clocks differ by 7 m"},
		"late": {changed(func(o *order.Order) {
			o.NotBefore, o.NotAfter = o.NotBefore.Add(-time.Hour), o.NotAfter.Add(-time.Hour)
		}), "expired 55 m ago"},
		"another input":    {with(func(c *wire.Call) { c.Stdin = []byte("documents") }), "standard input differs"},
		"no signature":     {with(func(c *wire.Call) { c.Signature = nil }), "the format of ssh-keygen"},
		"a foreign key":    {r.call(r.order("apply", "-"), "mallory"), "not accept the signature of alice"},
		"another person":   {changed(func(o *order.Order) { o.Principal = "bob" }), "not accept the signature of bob"},
		"a revoked key":    {r.call(r.order("apply", "-"), "revoked"), "not accept the signature of alice"},
		"another's order":  {with(func(c *wire.Call) { c.Order = changed(func(*order.Order) {}).Order }), "not accept the signature of alice"},
		"another schema":   {with(func(c *wire.Call) { c.Order = []byte(strings.Replace(string(c.Order), `"schema":1`, `"schema":2`, 1)) }), "schema 2"},
		"a large document": {with(func(c *wire.Call) { c.Stdin = make([]byte, wire.MaxStdin+1) }), "at most 393216"},
	} {
		t.Run(name, func(t *testing.T) {
			r := r.in(t)
			_, before := r.recorded()
			got := r.ask(c.call)
			if got.begun || got.end.Outcome != wire.Refused || !strings.Contains(got.end.Reason, c.want) {
				t.Errorf("%+v, not %q", got, c.want)
			}
			signed, after := r.recorded()
			if len(signed) > 0 {
				t.Errorf("it counts as signed: %+v", signed)
			}
			isCall := c.want != "at most 393216" && c.want != "must not have a command line"
			if isCall && len(after) != len(before)+1 {
				t.Errorf("it is not noted")
			}
		})
	}
	if r.ran() != 0 {
		t.Errorf("ralsh was run %d times", r.ran())
	}
	if got := r.ask(good); got.end.Outcome != wire.Ended {
		t.Errorf("the good one is refused: %+v", got)
	}
}

// TestOnce sends one order many times at the same time, and again later.
func TestOnce(t *testing.T) {
	r := newRig(t, "true")
	call := r.call(r.order("apply", "-"), "alice")
	var mu sync.Mutex
	var outcomes []wire.Outcome
	var all sync.WaitGroup
	for range 8 {
		a := r.connect()
		all.Go(func() {
			r.send(a, call)
			got := r.rest(a)
			mu.Lock()
			defer mu.Unlock()
			outcomes = append(outcomes, got.end.Outcome)
		})
	}
	all.Wait()
	got := r.ask(call)
	if got.end.Outcome != wire.Refused || !strings.Contains(got.end.Reason, "accepted before") {
		t.Errorf("later: %+v", got)
	}
	ended := slices.DeleteFunc(outcomes, func(o wire.Outcome) bool { return o != wire.Ended })
	if len(ended) != 1 || r.ran() != 1 {
		t.Errorf("%d of 8 were taken, and ralsh was run %d times", len(ended), r.ran())
	}
	signed, _ := r.recorded()
	if len(signed) != 2+8 {
		t.Errorf("%d records", len(signed))
	}
}

// TestNothingWithoutARecord has a disk on which nothing can be noted.
func TestNothingWithoutARecord(t *testing.T) {
	for name, c := range map[string]struct{ taken, want string }{
		"the record": {ordersFile, "no changes were made"},
		"the nonce":  {nonces, "cannot record the order"},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, "true")
			where := "state/" + c.taken
			if c.taken == nonces {
				r.write(where, "", 0o600)
			} else if err := os.Mkdir(r.path(where), 0o700); err != nil {
				t.Fatal(err)
			}
			a := r.connect()
			r.send(a, r.call(r.order("apply", "-"), "alice"))
			if got := r.rest(a); got.end.Outcome != wire.Refused || !strings.Contains(got.end.Reason, c.want) {
				t.Errorf("%+v", got)
			}
			<-a.ended
			if r.ran() != 0 {
				t.Error("ralsh was run")
			}
		})
	}
}

func TestNoRunner(t *testing.T) {
	r := newRig(t, "true")
	r.check.Runner = r.path("nothing")
	got := r.ask(r.call(r.order("apply", "-"), "alice"))
	if got.end.Outcome != wire.Refused || !strings.Contains(got.end.Reason, "cannot run orders on this host") {
		t.Errorf("%+v", got)
	}
	if signed, _ := r.recorded(); len(signed) != 1 || signed[0].Outcome != Refused {
		t.Errorf("records %+v", signed)
	}
}

// TestForget checks that a nonce is kept as long as its order could be taken, and no longer.
func TestForget(t *testing.T) {
	r := newRig(t, "true")
	now := time.Now()
	o := r.order("apply", "-")
	if err := claim(r.state, &o, now); err != nil {
		t.Fatal(err)
	}
	for _, after := range []time.Duration{0, 10 * time.Minute, o.Forgotten().Sub(now) - time.Second} {
		if err := claim(r.state, &o, now.Add(after)); err == nil {
			t.Errorf("after %s it is taken again", after)
		}
	}
	other := r.order("apply", "-")
	if err := claim(r.state, &other, o.Forgotten().Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	if names, err := r.state.List(nonces); err != nil || !slices.Equal(names, []string{other.Nonce}) {
		t.Errorf("it has %q, %v", names, err)
	}
}

// TestBadLines sends what is no order.
func TestBadLines(t *testing.T) {
	r := newRig(t, "true")
	for name, c := range map[string]struct {
		line string
		want string // in the reason; "" if there is no answer
	}{
		"nothing":     {"", ""},
		"no JSON":     {"hello\n", "cannot parse"},
		"deep":        {strings.Repeat("[", 100_000) + "\n", "cannot parse"},
		"a long line": {strings.Repeat("a", wire.MaxMessage+2) + "\n", ""},
		"no operator": {`{"call":"0123456789","max_bytes":1}` + "\n", "name"},
	} {
		t.Run(name, func(t *testing.T) {
			r := r.in(t)
			a := r.connect()
			go func() {
				_, _ = a.Write([]byte(c.line))
				_ = a.CloseWrite()
			}()
			if c.want == "" {
				if err := <-a.ended; err == nil {
					t.Error("it has no error")
				}
				return
			}
			if got := r.rest(a); got.end.Outcome != wire.Refused || !strings.Contains(got.end.Reason, c.want) {
				t.Errorf("%+v", got)
			}
		})
	}
}

// TestSilence checks that a connection on which nothing comes ends.
func TestSilence(t *testing.T) {
	r := newRig(t, "true")
	a := r.connect()
	if _, err := nextWithin(t.Context(), a.lines, time.Millisecond); err == nil || !strings.Contains(err.Error(), "no order was received") {
		t.Errorf("%v", err)
	}
	a.Close()
	if err := <-a.ended; err == nil {
		t.Error(errors.New("the helper has no error"))
	}
}

// TestRefuse has a host that cannot check orders say why.
func TestRefuse(t *testing.T) {
	for line, want := range map[string]string{
		`{"call":"0123456789abcdef","operator":"alice","host":"web1","max_bytes":1}` + "\n": "0123456789abcdef",
		"no call\n": "",
	} {
		var out bytes.Buffer
		if err := Refuse(t.Context(), strings.NewReader(line), &out, errors.New("no settings")); err != nil {
			t.Fatal(err)
		}
		a, err := wire.Decode[wire.Answer](bytes.TrimSpace(out.Bytes()))
		if err != nil || a.Call != want || a.End == nil || a.End.Outcome != wire.Refused || a.End.Reason != "no settings" {
			t.Errorf("%s: %s, %v", line, out.String(), err)
		}
	}
}
