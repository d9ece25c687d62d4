package onhost_test

import (
	"context"
	"errors"
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

// facts provides facts for confines; an error is a fact that cannot be read.
type facts map[string]string

func (f facts) Fact(_ context.Context, name string) (value.Value, error) {
	v, ok := f[name]
	switch {
	case v == "denied":
		return value.Value{}, fs.ErrPermission
	case !ok:
		return value.Value{}, nil
	}
	return value.Str(v), nil
}

// writer is a behaviour with the minimum that registration requires.
type writer struct{}

func (writer) Set(context.Context, host.Writer, *ral.Resource, string, value.Value) error { return nil }

func provider(name string, change func(*ral.Provider)) ral.Provider {
	p := ral.Provider{Name: name, New: func() any { return writer{} }}
	if change != nil {
		change(&p)
	}
	return p
}

func envOf(t *testing.T, f facts, files map[string]string, providers ...ral.Provider) (*onhost.Env, *ral.Type) {
	t.Helper()
	reg := ral.NewRegistry()
	reg.Add(ral.Type{
		Name: "t", Features: []ral.Feature{{Name: "refreshable", Methods: []string{"Refresh"}}, {Name: "settable", Methods: []string{"Set"}}},
		Attributes: []*ral.Attribute{{Name: "name", Kind: ral.Param}, {Name: "color", Kind: ral.Property}},
	}, providers...)
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	fake := fakehost.New(files)
	return onhost.NewEnv(reg, fake.Reader(), f), reg.Type("t")
}

func TestElect(t *testing.T) {
	debian := facts{"os.name": "Debian", "os.family": "Debian", "os.release.major": "12"}
	clause := func(c ...condition.Clause) func(*ral.Provider) { return func(p *ral.Provider) { p.Default = c } }
	for name, c := range map[string]struct {
		providers []ral.Provider
		winner    string
		rule      onhost.Rule
		why       string
	}{
		"the only one": {
			[]ral.Provider{provider("a", nil)},
			"a", onhost.OnlyOne,
			"a is the default: the only suitable provider of 1.",
		},
		"a clause beats depth": {
			[]ral.Provider{
				provider("base", nil), provider("deep", func(p *ral.Provider) { p.Parent = "base" }),
				provider("apt", clause(condition.DefaultFor("os.family", "debian"))),
			}, "apt", onhost.ByClause, "apt is the default: os.family is debian.",
		},
		"depth decides without clauses": {
			[]ral.Provider{provider("base", nil), provider("deep", func(p *ral.Provider) { p.Parent = "base" })},
			"deep", onhost.ByScore, "deep is the default. No defaultfor matches here, so the highest score wins: deep 5, base 4.",
		},
		"more pairs win": {
			[]ral.Provider{
				provider("a", clause(condition.DefaultFor("os.name", "debian"))),
				provider("b", clause(condition.DefaultFor("os.name", "debian").And("os.release.major", "11", "12"))),
			}, "b", onhost.ByScore, "b is the default: os.name is debian, os.release.major is 11, 12, and b 204, a 104.",
		},
		"the first matching clause counts, not the largest": {
			[]ral.Provider{
				provider("a", clause(condition.DefaultFor("os.name", "debian"), condition.DefaultFor("os.name", "debian").And("os.release.major", "12"))),
				provider("b", clause(condition.DefaultFor("os.family", "debian"))),
			}, "a", onhost.ByOrder, "a is the default because it was registered first: it ties with b at 104.",
		},
		"a veto rules out": {
			[]ral.Provider{
				provider("a", func(p *ral.Provider) {
					p.Default = []condition.Clause{condition.DefaultFor("os.name", "debian")}
					p.NotDefault = []condition.Clause{condition.DefaultFor("os.release.major", "12")}
				}), provider("b", nil),
			}, "a", onhost.ByOrder, "a is the default because it was registered first: it ties with b at 4.",
		},
		"an unsuitable one cannot win": {
			[]ral.Provider{
				provider("a", func(p *ral.Provider) {
					p.Default = []condition.Clause{condition.DefaultFor("os.name", "debian")}
					p.Confines = []condition.Confine{condition.FileExists("/nothing")}
				}), provider("b", nil),
			}, "b", onhost.OnlyOne, "b is the default: the only suitable provider of 2.",
		},
		"a score of its own": {
			[]ral.Provider{provider("gem", func(p *ral.Provider) { p.Score = 1 }), provider("b", nil)},
			"b", onhost.ByScore, "b is the default. No defaultfor matches here, so the highest score wins: b 4, gem 1.",
		},
		"none": {
			[]ral.Provider{provider("a", func(p *ral.Provider) { p.Commands = []ral.Command{{Binary: "/bin/x"}} })},
			"", onhost.NoneSuitable, "No provider is suitable on this host.",
		},
	} {
		t.Run(name, func(t *testing.T) {
			env, typ := envOf(t, debian, nil, c.providers...)
			el := env.Elect(t.Context(), typ)
			winner := ""
			if el.Winner != nil {
				winner = el.Winner.Name
			}
			if winner != c.winner || el.Rule != c.rule {
				t.Errorf("%s by rule %d, want %s by %d", winner, el.Rule, c.winner, c.rule)
			}
			if got := el.Why(); got != c.why {
				t.Errorf("why: %s\nwant: %s", got, c.why)
			}
		})
	}
}

func TestExplainRunsEveryTest(t *testing.T) {
	env, typ := envOf(t, facts{"os.name": "Debian", "secret": "denied"}, map[string]string{"/etc/there": ""},
		provider("p", func(p *ral.Provider) {
			p.Commands = []ral.Command{{Binary: "/usr/bin/tool"}, {Binary: "helper", Optional: true}}
			p.Confines = []condition.Confine{
				condition.FileExists("/etc/there"),
				condition.FactIs("os.name", "ubuntu", "mint"),
				condition.FactIs("secret", "x"),
				{Kind: condition.ConfineTest, Title: "it answers", Want: "yes", Check: func(context.Context, condition.Probe) (string, bool, error) {
					return "", false, errors.New("broken pipe")
				}},
			}
		}))
	s := env.Explain(t.Context(), typ.Provider("p"))
	var got []string
	for _, v := range s.Tests {
		got = append(got, v.Title+": "+v.Outcome.String()+", got "+v.Got)
	}
	want := []string{
		"command /usr/bin/tool exists: failed, got nothing",
		"/etc/there exists: passed, got exists",
		"os.name is ubuntu or mint: failed, got Debian",
		"secret is x: not known, got permission denied",
		"it answers: broken, got broken pipe",
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if s.Suitable() || s.Failures() != 3 || s.Reason() != "/usr/bin/tool missing" {
		t.Errorf("suitable %v, %d failures, reason %q", s.Suitable(), s.Failures(), s.Reason())
	}
}

func TestSuitabilityBindsLate(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(ral.Type{Name: "t", Attributes: []*ral.Attribute{{Name: "name", Kind: ral.Param}}},
		provider("p", func(p *ral.Provider) { p.Commands = []ral.Command{{Binary: "/bin/tool"}} }))
	fake := fakehost.New(nil)
	env := onhost.NewEnv(reg, fake.Reader(), nil)
	p := reg.Type("t").Provider("p")
	if env.Explain(t.Context(), p).Suitable() {
		t.Fatal("suitable without its command")
	}
	fake.Command("/bin/tool")
	if env.Explain(t.Context(), p).Suitable() {
		t.Error("a verdict should be kept until something changes")
	}
	env.Invalidate()
	if !env.Explain(t.Context(), p).Suitable() {
		t.Error("not suitable though the command came")
	}
}

func TestWouldWin(t *testing.T) {
	env, typ := envOf(t, facts{"os.name": "debian"}, nil,
		provider("debian", nil),
		provider("systemd", func(p *ral.Provider) {
			p.Default = []condition.Clause{condition.DefaultFor("os.name", "debian")}
			p.Confines = []condition.Confine{condition.FileExists("/run/systemd")}
		}),
		provider("runit", func(p *ral.Provider) { p.Confines = []condition.Confine{condition.FileExists("/etc/runit")} }))
	el := env.Elect(t.Context(), typ)
	for name, want := range map[string]bool{"systemd": true, "runit": false, "debian": false} {
		if got := el.WouldWin(typ.Provider(name)); got != want {
			t.Errorf("%s would win: %v, want %v", name, got, want)
		}
	}
}
