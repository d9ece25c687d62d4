package facts

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/value"
)

func gives(v value.Value, err error) func(context.Context, Ask) (value.Value, error) {
	return func(context.Context, Ask) (value.Value, error) { return v, err }
}

func text(s string) func(context.Context, Ask) (value.Value, error) { return gives(value.Str(s), nil) }

func weight(n int) *int { return &n }

func custom(t *testing.T, rd host.Reader, defs ...Definition) *Facts {
	t.Helper()
	f := With(rd, Options{})
	if err := f.Define(defs...); err != nil {
		t.Fatal(err)
	}
	return f
}

// Weights, core facts, confines and errors as in facts.md, beyond the recorded
// vectors.
func TestCustomFacts(t *testing.T) {
	fake := fakehost.New(map[string]string{"/etc/os-release": "ID=debian\nNAME=Debian\n", factsD + "x.txt": "tie=external\nbeaten=external\n"})
	fake.Command("/usr/bin/tool")
	fake.Handle("tool", func(context.Context, *fakehost.Host, host.Command) host.Result { return says("  out \n") })
	onDebian := Confine{Fact: "os.family", Values: []Match{Is(value.Str("Debian"))}}
	never := Confine{Check: func(context.Context, Ask, value.Value) (bool, error) { return true, errors.New("broken") }}
	falls := Confine{Check: func(context.Context, Ask, value.Value) (bool, error) { panic("no") }}
	f := custom(t, fake.Reader(),
		Definition{Fact: "Kernel", Weight: weight(1), Code: text("heavy")},
		Definition{Fact: "kernelrelease", Weight: weight(5), Code: gives(value.Value{}, errors.New("bad"))},
		Definition{Fact: "confined", Confine: []Confine{onDebian}, Code: text("debian")},
		Definition{Fact: "confined", Code: text("any")},
		Definition{Fact: "broken", Confine: []Confine{never}, Code: text("x")},
		Definition{Fact: "broken", Confine: []Confine{falls}, Code: text("x")},
		Definition{Fact: "number", Code: gives(value.Int(5), nil)},
		Definition{Fact: "like", Confine: []Confine{{Fact: "os.name", Values: []Match{Matches(regexp.MustCompile("^deb"))}}}, Code: text("in")},
		Definition{Fact: "tie", Weight: weight(weightFile), Code: text("custom")},
		Definition{Fact: "beaten", Weight: weight(weightFile + 1), Code: text("custom")},
		Definition{Fact: "run", Command: []string{"tool"}},
		Definition{Fact: "none", Command: []string{"no-such-tool"}},
		Definition{Fact: "latin", Weight: weight(2), Code: text("\xe9")},
		Definition{Fact: "latin", Code: text("light")},
		Definition{Fact: "fallen", Code: func(context.Context, Ask) (value.Value, error) { panic("oh") }},
		Definition{Fact: "parts", Chunks: []Chunk{
			{Name: "sum", Require: []string{"one", "two"}, Code: func(_ context.Context, _ Ask, r []value.Value) (value.Value, error) {
				return value.ListOf(value.Str(r[0].Items()[0].Text() + r[1].Items()[0].Text())), nil
			}},
			{Name: "one", Code: func(context.Context, Ask, []value.Value) (value.Value, error) { return value.Strs("1"), nil }},
			{Name: "two", Code: func(context.Context, Ask, []value.Value) (value.Value, error) { return value.Strs("2"), nil }},
		}},
	)
	check(t, f, "kernel heavy\nconfined debian\nbroken \nlike in\ntie external\nbeaten custom\nrun out\nnone \nlatin light\n")
	check(t, f, "parts [\"1\", \"2\", \"12\"]\nkernelrelease 6.1.0-fake\n")
	for name, want := range map[string]string{"fallen": "fallen has no value: the code panicked: oh"} {
		if _, err := f.Fact(t.Context(), name); err == nil || err.Error() != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	var why []string
	for _, a := range f.Get(t.Context(), "kernelrelease").Tried {
		why = append(why, a.Label()+" "+a.Outcome.String())
	}
	if got := strings.Join(why, ", "); got != "custom failed, core won" {
		t.Errorf("tried: %s", got)
	}
}

func TestDefinitionsRefused(t *testing.T) {
	f := With(fakehost.New(nil).Reader(), Options{})
	for _, d := range []Definition{
		{Code: text("x")},
		{Fact: "\xff", Code: text("x")},
		{Fact: "a"},
		{Fact: "a", Code: text("x"), Command: []string{"x"}},
		{Fact: "a", Code: text("x"), Timeout: -1},
	} {
		if err := f.Define(Definition{Fact: "good", Code: text("x")}, d); err == nil {
			t.Errorf("%+v is taken", d)
		}
	}
	check(t, f, "good \n")
}

// asks returns the code of a fact that depends on another one.
func asks(name string) func(context.Context, Ask) (value.Value, error) {
	return func(ctx context.Context, ask Ask) (value.Value, error) {
		v, err := ask.Facts.Fact(ctx, name)
		return value.Str("<" + v.Text() + ">"), err
	}
}

// A fact that depends on itself, directly or not, gets nil: with one caller and
// with several that start at both ends.
func TestRecursion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := custom(t, fakehost.New(nil).Reader(),
			Definition{Fact: "self", Code: asks("self")},
			Definition{Fact: "a", Code: asks("b")}, Definition{Fact: "b", Code: asks("c")}, Definition{Fact: "c", Code: asks("a")},
			Definition{Fact: "own", Confine: []Confine{{Fact: "own", Values: []Match{Is(value.Str("x"))}}}, Code: text("x")},
		)
		began := time.Now()
		check(t, f, "self <>\nown \na <<<>>>\n")
		f.Refresh()
		var all sync.WaitGroup
		for _, name := range []string{"a", "b", "c", "a", "b", "c"} {
			all.Go(func() {
				if v, err := f.Fact(t.Context(), name); err != nil || !strings.HasPrefix(v.Text(), "<") {
					t.Errorf("%s is %s, %v", name, v.Inspect(), err)
				}
			})
		}
		all.Wait()
		if took := time.Since(began); took > 0 {
			t.Errorf("it waited %s", took)
		}
	})
}

// A resolution that times out is stopped and reported, and the next is tried.
func TestTimeout(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		slow := func(ctx context.Context, _ Ask) (value.Value, error) {
			<-ctx.Done()
			return value.Str("late"), ctx.Err()
		}
		deaf := func(context.Context, Ask) (value.Value, error) {
			time.Sleep(time.Hour)
			return value.Str("late"), nil
		}
		f := custom(t, fakehost.New(nil).Reader(),
			Definition{Fact: "slow", Weight: weight(1), Timeout: time.Second, Code: slow}, Definition{Fact: "slow", Code: text("light")},
			Definition{Fact: "deaf", Timeout: 2 * time.Second, Code: deaf},
		)
		began := time.Now()
		check(t, f, "slow light\n")
		if took := time.Since(began); took != time.Second {
			t.Errorf("it took %s", took)
		}
		_, err := f.Fact(t.Context(), "deaf")
		if want := "deaf has no value: no answer in 2s: context deadline exceeded"; err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
		time.Sleep(2 * time.Hour)
	})
}
