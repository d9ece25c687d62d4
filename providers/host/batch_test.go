package hosts

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest/real"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// many returns n entries; chained, each requires the previous one.
func many(n int, chained bool) []ral.Decl {
	decls := make([]ral.Decl, n)
	for i := range decls {
		decls[i] = decl(fmt.Sprintf("h%d.example.com", i), text("ensure", "present"), text("ip", fmt.Sprintf("10.0.%d.%d", i/250, i%250+1)))
		if chained && i > 0 {
			decls[i].Attrs = append(decls[i].Attrs, attr("require", value.Strs(fmt.Sprintf("Host[h%d.example.com]", i-1))))
		}
	}
	return decls
}

func BenchmarkApply(b *testing.B) {
	for _, n := range []int{500, 2_000} {
		for name, chained := range map[string]bool{"apart": false, "chained": true} {
			b.Run(fmt.Sprintf("%s/%d", name, n), func(b *testing.B) {
				for b.Loop() {
					fake := fakehost.New(map[string]string{hostsFile: sample})
					s := newStage(b, fake.Reader(), fake.Writer())
					plan, err := transaction.NewPlan(b.Context(), s.env, many(n, chained))
					if err != nil {
						b.Fatal(err)
					}
					rep, err := plan.Apply(b.Context(), fake.Writer(), transaction.Options{})
					if err != nil || !rep.OK() || rep.Changes() != n {
						b.Fatal(err, rep.Summary())
					}
				}
			})
		}
	}
}

// world returns a host with its registry.
func world(tb testing.TB, files map[string]string) (*fakehost.Host, *onhost.Env) {
	fake := fakehost.New(files)
	return fake, newStage(tb, fake.Reader(), fake.Writer()).env
}

// acts returns the acts of each step, "" for none; a step of a batch names its
// leader.
func acts(steps []*transaction.Step) []string {
	var list []string
	for _, s := range steps {
		line := s.Status.String()
		for _, act := range s.Acts() {
			line += " | " + act.String()
		}
		if s.BatchLeader != nil {
			line += ", with " + s.BatchLeader.Ref()
		}
		list = append(list, line)
	}
	return list
}

// Ten entries are one write, in the plan and in the apply.
func TestManyEntriesAreOneWrite(t *testing.T) {
	fake, env := world(t, map[string]string{hostsFile: "# mine\n10.9.0.1 old\n10.9.0.2  other\n"})
	decls := append(many(10, false), decl("old", text("ensure", "absent")), decl("other", text("ip", "10.9.0.3")))
	plan, err := transaction.NewPlan(t.Context(), env, decls)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"planned | write /etc/hosts, 36 -> 263 bytes, by rename, mode 0644"}
	for range 11 {
		want = append(want, "planned, with Host[h0.example.com]")
	}
	if diff := cmp.Diff(want, acts(plan.Steps)); diff != "" {
		t.Error(diff)
	}
	writes := 0
	rep, err := plan.Apply(t.Context(), host.TapBefore(fake.Writer(), func(host.Act) error { writes++; return nil }), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.ReplaceAll(strings.Join(want, "\n"), "planned", "changed"), strings.Join(acts(rep.Steps), "\n")); diff != "" {
		t.Error(diff)
	}
	if writes != 1 {
		t.Errorf("%d writes", writes)
	}
	after := "# mine\n10.9.0.3\tother\n"
	for i := range 10 {
		after += fmt.Sprintf("10.0.0.%d\th%d.example.com\n", i+1, i)
	}
	if diff := cmp.Diff(after, fake.Content(hostsFile)); diff != "" {
		t.Error(diff)
	}
	again, err := transaction.NewPlan(t.Context(), env, decls)
	if err != nil || again.ChangeCount() != 0 {
		t.Errorf("a second plan: %v, %v", acts(again.Steps), err)
	}
}

// An entry that cannot be written fails alone; an entry of another file, or
// that moves, is written separately.
func TestEntriesApart(t *testing.T) {
	fake, env := world(t, map[string]string{hostsFile: "10.9.0.1 moves\n", "/etc/more": ""})
	more := func(title, ip string) ral.Decl { return decl(title, text("ip", ip), text("target", "/etc/more")) }
	rep, err := transaction.Run(t.Context(), env, []ral.Decl{
		decl("aa", text("ensure", "present"), text("ip", "10.0.0.1")), decl("lacks", text("ensure", "present")),
		decl("bb", text("ensure", "present"), text("ip", "10.0.0.2")),
		more("moves", "10.9.0.1"),
		decl("cc", text("ensure", "present"), text("ip", "10.0.0.3")),
	}, fake.Writer(), transaction.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range rep.Steps {
		got = append(got, fmt.Sprint(s.Decl.Title, " ", s.Status, " ", len(s.Results), " ", s.BatchLeader != nil))
	}
	want := []string{"aa changed 1 false", "lacks failed 0 true", "bb changed 0 true", "moves changed 2 false", "cc changed 1 false"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if err := rep.Steps[1].Err; err == nil || !strings.Contains(err.Error(), "ip is a required attribute") {
		t.Error(err)
	}
	if got := fake.Content(hostsFile) + "; " + fake.Content("/etc/more"); got != "10.0.0.1\taa\n10.0.0.2\tbb\n10.0.0.3\tcc\n; 10.9.0.1\tmoves\n" {
		t.Errorf("%q", got)
	}
}

// Two thousand entries of one file, chained or not, are fast.
func TestManyEntriesLimit(t *testing.T) {
	real.Limits(t)
	for name, c := range map[string]struct {
		chained bool
		most    time.Duration
	}{"apart": {false, 2 * time.Second}, "chained": {true, 10 * time.Second}} {
		start := time.Now()
		fake, env := world(t, map[string]string{hostsFile: sample})
		plan, err := transaction.NewPlan(t.Context(), env, many(2000, c.chained))
		if err != nil {
			t.Fatal(err)
		}
		if rep, err := plan.Apply(t.Context(), fake.Writer(), transaction.Options{}); err != nil || !rep.OK() {
			t.Fatal(err)
		}
		real.Within(t, name, time.Since(start), c.most)
	}
}
