package draft_test

import (
	"strings"
	"testing"
	"time"

	"ralsh/model"
	"ralsh/model/draft"
	"ralsh/model/modeltest"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest/real"
	"ralsh/ral/value"
)

func draftOf(t testing.TB, s *model.Session, typ, name string) *draft.Draft {
	t.Helper()
	ty, err := s.Type(typ)
	if err != nil {
		t.Fatal(err)
	}
	target, err := s.Resolve(t.Context(), ty, name, "")
	if err != nil {
		t.Fatal(err)
	}
	return draft.New(ty, name, target.Provider, target.Found)
}

func TestCheck(t *testing.T) {
	s, _ := modeltest.Small(t)
	for name, c := range map[string]struct {
		attr, text string
		state      draft.FieldState
		reads      string
		message    string // substring of it
	}{
		"a change":           {"shell", "/bin/bash", draft.Changes, "string", ""},
		"in sync":            {"home", "/home/deploy", draft.FieldInSync, "string", ""},
		"munged":             {"password_max_age", "90", draft.Changes, "integer", ""},
		"invalid":            {"expiry", "tomorrow", draft.FieldInvalid, "", "Expiry dates must be YYYY-MM-DD or the string \"absent\""},
		"not managed":        {"comment", "", draft.NotManaged, "", ""},
		"the provider lacks": {"loginclass", "x", draft.Cannot, "", "needs the feature manages_loginclass; provider useradd lacks it"},
		"a secret":           {"password", "$y$j9T$def", draft.Changes, "secret, yescrypt hash", ""},
		"no effect now":      {"managehome", "yes", draft.NoEffect, "true, boolean", "only when"},
		"a default":          {"membership", "", draft.Default, "minimum, symbol", ""},
	} {
		t.Run(name, func(t *testing.T) {
			d := draftOf(t, s, "user", "deploy")
			d.Set(c.attr, c.text)
			f := field(t, s.Drafts.Check(t.Context(), d), c.attr)
			if f.State != c.state || f.ReadsAs() != c.reads || !strings.Contains(f.Message, c.message) {
				t.Errorf("%s, reads as %q, %q\nwant %s, %q, %q", f.State, f.ReadsAs(), f.Message, c.state, c.reads, c.message)
			}
		})
	}
}

func field(t *testing.T, c draft.Check, attr string) draft.Field {
	t.Helper()
	for _, f := range append(c.Properties, c.Params...) {
		if f.Attr.Name == attr {
			return f
		}
	}
	t.Fatalf("no field %s", attr)
	return draft.Field{}
}

func TestNotRootSaysSoBeforeTheEdit(t *testing.T) {
	s, _ := modeltest.Small(t, fakehost.WithUID(1000))
	if s.User.Name != "deploy" {
		t.Errorf("user is %s", s.User.Name)
	}
	d := draftOf(t, s, "user", "deploy")
	d.Set("shell", "/bin/bash")
	f := field(t, s.Drafts.Check(t.Context(), d), "shell")
	if f.State != draft.NeedsRoot || !strings.Contains(f.Message, "and deploy is not root") {
		t.Errorf("%s: %s", f.State, f.Message)
	}
	line, _ := s.Command(d.Decl())
	if line != "ralsh resource user deploy shell=/bin/bash" {
		t.Errorf("command %q", line)
	}
}

func TestCommandLeavesSecretsOut(t *testing.T) {
	s, _ := modeltest.Small(t)
	d := draftOf(t, s, "user", "deploy")
	d.Set("password", "$y$j9T$def")
	d.Set("comment", "it's me")
	decl := d.Decl().With("shell", value.Secret(value.Str("/bin/hunter2")))
	line, secrets := s.Command(decl)
	if want := `ralsh resource user deploy 'comment=it'\''s me' password=-`; line != want || len(secrets) != 1 || secrets[0] != "shell" {
		t.Errorf("%s, secrets %v\nwant %s", line, secrets, want)
	}
}

// The command must work in a shell outside of this session.
func TestCommandLineIsWhole(t *testing.T) {
	root, modules, facts := t.TempDir(), t.TempDir(), t.TempDir()
	s, err := model.OpenWith(t.Context(), ral.NewRegistry(), root, model.ModuleChoice{Path: modules})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.FactsFrom(model.FactChoice{ExternalDirs: []string{facts}}); err != nil {
		t.Fatal(err)
	}
	want := "ralsh --root " + root + " --modulepath " + modules + " --external-dir " + facts + " facts 'a b'"
	if got := s.CommandLine("facts", "a b"); got != want {
		t.Errorf("%s\nwant %s", got, want)
	}
}

// A name that looks like a flag is not a flag, and invisible characters are
// escaped for a shell.
func TestCommandOfOddNames(t *testing.T) {
	s, _ := modeltest.Small(t)
	odd := ral.Decl{Type: "user", Title: "--version", Provider: "useradd", Attrs: []ral.Attr{{Name: "comment", Value: value.Str("a\nb")}}}
	if got, _ := s.Command(odd); !strings.HasSuffix(got, `-- user --version $'comment=a\nb'`) || strings.Contains(got, "useradd") && !strings.Contains(got, "--provider useradd --") {
		t.Error(got)
	}
	// An attribute that the type does not have is shown as it was declared.
	unknown := ral.Decl{Type: "user", Title: "deploy", Attrs: []ral.Attr{{Name: "colour", Value: value.Str("red")}}}
	if got, _ := s.Command(unknown); !strings.HasSuffix(got, "user deploy colour=red") {
		t.Error(got)
	}
}

func TestUndoBringsBack(t *testing.T) {
	s, _ := modeltest.Small(t)
	d := draftOf(t, s, "user", "deploy")
	if d.Undoes("shell") {
		t.Error("there is something to undo before anything was typed")
	}
	d.Set("shell", "/bin/bash")
	if !d.Undoes("shell") || d.Undoes("uid") {
		t.Error("what was typed cannot be undone, or what was not can")
	}
	d.Undo("shell")
	if _, set := d.Text("shell"); set || !d.Empty() {
		t.Error("still there after undo")
	}
	if !d.Undoes("shell") {
		t.Error("what was undone cannot be brought back")
	}
	d.Undo("shell")
	if text, _ := d.Text("shell"); text != "/bin/bash" {
		t.Errorf("not brought back: %q", text)
	}
}

func TestSummary(t *testing.T) {
	s, _ := modeltest.Small(t)
	d := draftOf(t, s, "user", "deploy")
	d.Set("shell", "/bin/bash")
	d.Set("expiry", "tomorrow")
	c := s.Drafts.Check(t.Context(), d)
	if got, want := c.Summary(), "1 change, 1 invalid: expiry"; got != want || c.Ready() {
		t.Errorf("%q, ready %v; want %q", got, c.Ready(), want)
	}
}

// TestLimitKeystroke limits the work of a keystroke to 0.1 ms.
func TestLimitKeystroke(t *testing.T) {
	real.Limits(t)
	real.WithinLeast(t, "one keystroke in the editor", 100*time.Microsecond, func() time.Duration {
		return time.Duration(testing.Benchmark(BenchmarkKeystroke).NsPerOp())
	})
}

// BenchmarkKeystroke measures one keystroke in the editor of the type with the
// most attributes: it checks the whole draft.
func BenchmarkKeystroke(b *testing.B) {
	s, _ := modeltest.Small(b)
	d := draftOf(b, s, "user", "deploy")
	d.Set("shell", "/bin/bash")
	for b.Loop() {
		d.Set("comment", "Deploy account")
		s.Drafts.Check(b.Context(), d)
	}
}

// The editor counts changes as the plan does: a creation or removal counts
// once, and a default is not a change of an absent resource.
func TestChangesAsPlanned(t *testing.T) {
	for name, c := range map[string]struct {
		typ, title string
		attrs      [][2]string
		want       int
		says       string
	}{
		"a new account": {
			"user", "bob",
			[][2]string{{"ensure", "present"}, {"uid", "2000"}, {"comment", "x"}, {"shell", "/bin/sh"}, {"gid", "deploy"}},
			1, "creates 1 resource, 4 values",
		},
		"one with nothing else":    {"user", "bob", [][2]string{{"ensure", "present"}}, 1, "creates 1 resource"},
		"one that is changed":      {"user", "deploy", [][2]string{{"ensure", "present"}, {"comment", "x"}, {"shell", "/bin/bash"}}, 2, "2 changes"},
		"one that goes":            {"user", "deploy", [][2]string{{"ensure", "absent"}, {"comment", "x"}}, 1, "1 change"},
		"one that is not":          {"user", "bob", [][2]string{{"ensure", "absent"}, {"comment", "x"}}, 0, "0 changes"},
		"a default of what is not": {"host", "web9", nil, 0, "0 changes"},
		"a default of what goes":   {"host", "db1", [][2]string{{"ensure", "absent"}}, 1, "1 change"},
		"a default of what is made": {
			"host", "web9",
			[][2]string{{"ip", "192.0.2.9"}},
			1, "creates 1 resource, 2 values",
		},
	} {
		t.Run(name, func(t *testing.T) {
			s, fake := modeltest.Small(t)
			fake.Command("/bin/sh", "/bin/bash")
			d := draftOf(t, s, c.typ, c.title)
			for _, a := range c.attrs {
				d.Set(a[0], a[1])
			}
			plan, err := s.Plan(t.Context(), d.Decl())
			if err != nil {
				t.Fatal(err)
			}
			check := s.Drafts.Check(t.Context(), d)
			if check.Changes != c.want || plan.ChangeCount() != c.want || check.Summary() != c.says {
				t.Errorf("the editor says %q (%d), the plan %d; want %q (%d): %s", check.Summary(), check.Changes, plan.ChangeCount(), c.says, c.want, plan.Steps[0].LeftOut())
			}
			for _, f := range check.Properties {
				if f.State == draft.Changes && !f.Set && c.want == 0 {
					t.Errorf("%s, which nobody typed, %s", f.Attr.Name, f.State)
				}
			}
		})
	}
}

// Several drafts have the changes of all of them.
func TestChangesOfSeveral(t *testing.T) {
	s, fake := modeltest.Small(t)
	fake.Command("/bin/bash")
	var drafts []*draft.Draft
	for _, title := range []string{"deploy", "root", "bob"} {
		d := draftOf(t, s, "user", title)
		d.Set("ensure", "present")
		d.Set("comment", "x")
		drafts = append(drafts, d)
	}
	if got, want := s.Drafts.CheckAll(t.Context(), drafts).Summary(), "creates 1 resource, 1 value, 2 changes"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
