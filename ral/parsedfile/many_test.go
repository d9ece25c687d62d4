package parsedfile_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/parsedfile"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// Parsing a file again after any edit gives the same result as parsing it for
// the first time.
func TestReadAgain(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	pool := []string{"a: x", "b: y", "# note", "", "junk", "a: z; pw", "c: 1\r"}
	for _, counted := range []bool{false, true} {
		format := aliasFormat()
		if counted {
			format.After = func(_ string, lines []parsedfile.Line) {
				for i := range lines {
					lines[i].Record.Line += "!"
				}
			}
		}
		fake := fakehost.New(map[string]string{"/f": ""})
		store := parsedfile.Store{Format: format}
		for range 500 {
			lines := strings.SplitAfter(fake.Content("/f"), "\n")
			for range 1 + rng.IntN(3) {
				at := rng.IntN(len(lines) + 1)
				if rng.IntN(3) == 0 && at < len(lines) {
					lines = append(lines[:at:at], lines[at+1:]...)
				} else {
					lines = append(lines[:at:at], append([]string{pool[rng.IntN(len(pool))] + "\n"}, lines[at:]...)...)
				}
			}
			text := strings.Join(lines, "")
			if rng.IntN(5) == 0 {
				text = strings.TrimSuffix(text, "\n")
			}
			if len(text) > 400 {
				text = ""
			}
			fake.Put("/f", text, 0o644)
			again, err := store.Load(t.Context(), fake.Reader(), "/f")
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(shown(format.Parse([]byte(text))), shown(again)); d != "" {
				t.Fatalf("%q: %s", text, d)
			}
		}
	}
}

// shown returns the lines of a file with everything that is known of them.
func shown(f *parsedfile.File) []string {
	var list []string
	for _, l := range f.Lines() {
		text := fmt.Sprintf("%d %q %q %t %s %q", l.Number, l.Text, l.End, l.Unknown, l.Record.Type, l.Record.Line)
		for _, name := range l.Record.Fields() {
			text += " " + name + "=" + l.Record.Get(name).Inspect()
		}
		list = append(list, text)
	}
	return list
}

func alias(title string, attrs ...ral.Attr) ral.Decl {
	return ral.Decl{Type: "alias", Title: title, Attrs: attrs}
}

// A record that would be read back as something else is omitted, and the others
// are written; a removal removes all records of the name.
func TestManyAtOnce(t *testing.T) {
	A, L := raltest.A, raltest.L
	fake := fakehost.New(map[string]string{"/etc/aliases": "x: 1\nroot: alice\n:broken\nX: 2\ny: z\n"})
	reg := ral.NewRegistry()
	register(reg)
	writes := 0
	wr := host.TapBefore(fake.Writer(), func(host.Act) error { writes++; return nil })
	rep, err := transaction.Run(t.Context(), onhost.NewEnv(reg, fake.Reader(), nil), []ral.Decl{
		alias("web", A("ensure", "present"), L("recipient", "a", "b")),
		alias("not a word", A("ensure", "present"), L("recipient", "c")),
		alias("x", A("ensure", "absent")),
		alias("root", L("recipient", "bob")),
		alias("late", A("ensure", "present"), L("recipient", "d")),
	}, wr, transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range rep.Steps {
		got = append(got, s.Decl.Title+" "+s.Status.String())
	}
	if d := cmp.Diff([]string{"web changed", "not a word failed", "x changed", "root changed", "late changed"}, got); d != "" {
		t.Error(d)
	}
	if err := rep.Steps[1].Err; err == nil || !strings.Contains(err.Error(), `would not be read back as not a word`) {
		t.Error(err)
	}
	if got, want := fake.Content("/etc/aliases"), "root: bob\n:broken\ny: z\nweb: a b\nlate: d\n"; got != want || writes != 1 {
		t.Errorf("%d writes, %q, want %q", writes, got, want)
	}
}

// Batches leave a file as single writes do, also where the name of a record is known
// only after all lines were read, and where one record cannot be read back.
func TestManyIsAsOneByOne(t *testing.T) {
	late := aliasFormat()
	late.After = func(_ string, lines []parsedfile.Line) {
		for i := range lines {
			if key := lines[i].Record.Text("key"); key != "" {
				lines[i].Record.Set("called", value.Str(key))
			}
		}
	}
	rng := rand.New(rand.NewPCG(5, 6))
	batched := 0
	for round := range 400 {
		var text string
		for range rng.IntN(8) {
			text += []string{"a: x", "b: y", "A: w", "# note", "", "junk", "c: 1", "d: 2; pw"}[rng.IntN(8)] + []string{"\n", "\n", "\r\n"}[rng.IntN(3)]
		}
		var decls []ral.Decl
		for _, name := range []string{"a", "b", "no word", "c", "d", "e", "f"} {
			if rng.IntN(3) > 0 {
				decls = append(decls, alias(name, raltest.A("ensure", []string{"present", "present", "absent"}[rng.IntN(3)]), raltest.L("recipient", fmt.Sprint("r", rng.IntN(2)))))
			}
		}
		with := register
		if round%2 != 0 {
			with = func(reg *ral.Registry) { registerNamed(reg, late, "called") }
		}
		batched += raltest.Alike(t, with, func() *fakehost.Host { return fakehost.New(map[string]string{"/etc/aliases": text}) }, decls, "/etc/aliases")
	}
	if batched == 0 {
		t.Error("no aliases were written together")
	}
}
