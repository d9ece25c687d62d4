package journal_test

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/earlier"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/journal"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// remembering runs the declarations with the saved state and returns what the
// audit reported.
func (w world) remembering(t *testing.T, to journal.Disk, decls ...ral.Decl) (text []string, lost error) {
	t.Helper()
	persistence, err := journal.LoadPersistence(w.state, w.root)
	if err != nil {
		t.Fatal(err)
	}
	p, err := transaction.NewPlanWith(t.Context(), w.env, decls, transaction.Options{Persistence: persistence, Corrective: true})
	if err != nil {
		t.Fatal(err)
	}
	run, err := journal.OpenOn(w.state, to, w.meta(p))
	if err != nil {
		t.Fatal(err)
	}
	rep, err := p.Apply(t.Context(), run.Wrap(w.host.Writer()), transaction.Options{Emit: run.Emit})
	if err != nil {
		t.Fatal(err)
	}
	lost = run.Remember(w.root, persistence)
	if err := run.Close(rep, nil); err != nil {
		t.Fatal(err)
	}
	for _, s := range rep.Steps {
		for _, c := range s.Changes {
			if c.Corrective {
				text = append(text, c.Text+" (corrective)")
			} else {
				text = append(text, c.Text)
			}
		}
	}
	return text, lost
}

func (w world) put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(w.root, "things", name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// noted returns the file of the state, and its content.
func (w world) noted(t *testing.T) (file, text string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(w.dir, "memory", "*"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%q, %v", files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	return files[0], string(data)
}

func TestPersistenceOfAudits(t *testing.T) {
	w := aWorld(t)
	audited := thing("b", "audit", "all")
	if text, lost := w.remembering(t, w.state, audited); text != nil || lost != nil {
		t.Errorf("the first time: %q, %v", text, lost)
	}
	file, text := w.noted(t)
	if info, err := os.Stat(file); err != nil || info.Mode() != 0o600 {
		t.Errorf("%v, %v", info.Mode(), err)
	}
	if strings.Contains(text, "hunter2") || !strings.Contains(text, "red") {
		t.Errorf("a secret in clear, or nothing noted: %s", text)
	}
	if text, _ := w.remembering(t, w.state, audited); text != nil {
		t.Errorf("nothing has changed: %q", text)
	}
	w.put(t, "b/pin", "hunter3")
	w.put(t, "b/color", strings.Repeat("long ", 300))
	told, _ := w.remembering(t, w.state, audited)
	if len(told) != 2 || !strings.HasPrefix(told[0], "color was 'red' when ralsh last read it, now it is '{sha256}") ||
		told[1] != "pin was [redacted] when ralsh last read it, now it is [redacted]" {
		t.Errorf("%q", told)
	}
	if _, text := w.noted(t); strings.Contains(text, "hunter") || strings.Contains(text, "long long") {
		t.Errorf("a secret or a long text in clear: %s", text)
	}
	if text, _ := w.remembering(t, w.state, audited); text != nil {
		t.Errorf("told again: %q", text)
	}
}

func TestPersistenceOfSystemValues(t *testing.T) {
	w := aWorld(t)
	for _, c := range []struct {
		is, wish string
		told     []string
	}{
		{"red", "blue", []string{"color changed 'red' to 'blue'"}},
		{"blue", "green", []string{"color changed 'blue' to 'green'"}},
		{"grey", "green", []string{"color changed 'grey' to 'green' (corrective)"}},
		{"green", "green", nil},
		{"grey", "white", []string{"color changed 'grey' to 'white' (corrective)"}},
	} {
		w.put(t, "a/color", c.is)
		text, lost := w.remembering(t, w.state, thing("a", "color", c.wish))
		if d := cmp.Diff(c.told, text); d != "" || lost != nil {
			t.Errorf("%s to %s: %v\n%s", c.is, c.wish, lost, d)
		}
	}
	w.remembering(t, w.state, thing("a", "pin", "pa55word", "color", "pa55word"))
	if _, text := w.noted(t); strings.Contains(text, "pa55word") {
		t.Errorf("a secret in clear: %s", text)
	}
	// An omitted value is unknown, and nothing is reported about it.
	w.put(t, "a/color", "grey")
	if text, _ := w.remembering(t, w.state, thing("a", "color", "pa55word")); len(text) != 1 || strings.Contains(text[0], "corrective") {
		t.Errorf("%q", text)
	}
}

func TestPersistenceRoundTrip(t *testing.T) {
	w := aWorld(t)
	now := time.Date(2026, 3, 4, 5, 6, 7, 8, time.UTC)
	m := &earlier.Persistence{Salt: []byte("salt"), Resources: map[string]*earlier.Resource{
		"Thing[a]": {
			Checked: now, Synced: now.Add(-time.Hour),
			Audited: map[string]value.Value{
				"list": value.ListOf(value.Str("\xff"), value.Int(-1), value.Bool(true)), "none": {}, "print": value.Secret(value.Str("00ff")),
				"map": value.MapOf(value.Pair{Key: value.Str("k"), Value: value.Absent()}),
			},
			SystemValue: map[string][]value.Value{"color": {value.Sym("red"), value.Flt(1.5)}, "size": {}},
		},
		"Thing[old]":     {Checked: now.Add(-33 * 24 * time.Hour)},
		"Thing[\xff]":    {Checked: now},
		"Thing[not yet]": {Checked: now.Add(-31 * 24 * time.Hour)},
	}}
	p, err := transaction.NewPlan(t.Context(), w.env, []ral.Decl{thing("a")})
	if err != nil {
		t.Fatal(err)
	}
	run, err := journal.Open(w.state, w.meta(p))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(run.Remember(w.root, m), run.Remember("/", &earlier.Persistence{})); err != nil {
		t.Fatal(err)
	}
	back, err := journal.LoadPersistence(w.state, w.root)
	if err != nil {
		t.Fatal(err)
	}
	if got := slices.Sorted(maps.Keys(back.Resources)); !slices.Equal(got, []string{"Thing[a]", "Thing[not yet]"}) {
		t.Fatalf("%q: what no run looked at for 32 days is forgotten, what no JSON can carry too", got)
	}
	was, is := m.Resources["Thing[a]"], back.Resources["Thing[a]"]
	if string(back.Salt) != "salt" || !is.Checked.Equal(was.Checked) || !is.Synced.Equal(was.Synced) {
		t.Errorf("%+v", is)
	}
	for name, v := range was.Audited {
		if !is.Audited[name].Equal(v) || is.Audited[name].IsSecret() != v.IsSecret() {
			t.Errorf("%s came back as %s", name, is.Audited[name].Inspect())
		}
	}
	for name, list := range was.SystemValue {
		if got, known := is.SystemValue[name]; !known || !value.ListOf(got...).Equal(value.ListOf(list...)) {
			t.Errorf("%s came back as %v", name, got)
		}
	}
}

func TestPersistenceMalformed(t *testing.T) {
	w := aWorld(t)
	w.remembering(t, w.state, thing("b", "audit", "all"))
	file, text := w.noted(t)
	for name, c := range map[string]struct{ text, says string }{
		"cut":        {text[:len(text)/2], "unexpected end of JSON input"},
		"of another": {strings.Replace(text, w.root, "/other", 1), "it is about /other"},
		"newer":      {strings.Replace(text, `"schema":1`, `"schema":2`, 1), "its schema is 2"},
		"a hole":     {`{"schema":1,"root":"` + w.root + `","resources":{"Thing[a]":null}}`, "it contains no data of Thing[a]"},
		"no value":   {`{"schema":1,"root":"` + w.root + `","resources":{"Thing[a]":{"audited":{"x":{"b64":"!"}}}}}`, "illegal base64"},
	} {
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		p, err := journal.LoadPersistence(w.state, w.root)
		if err == nil || !strings.Contains(err.Error(), "cannot read the data of earlier runs: "+file+": ") || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
		if p == nil || len(p.Resources) > 0 {
			t.Errorf("%s: part of it is remembered: %v", name, p)
		}
	}
	if p, err := journal.LoadPersistence(ownfiles.Peek(filepath.Join(w.dir, "none")), "/"); err != nil || len(p.Resources) > 0 {
		t.Errorf("of nothing: %v, %v", p, err)
	}
	if _, err := os.Stat(filepath.Join(w.dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Error("looking made a folder")
	}
}

func TestPersistenceNotWritten(t *testing.T) {
	w := aWorld(t)
	_, lost := w.remembering(t, brim{w.state}, thing("b", "audit", "all"))
	if lost == nil || !strings.HasPrefix(lost.Error(), "cannot write the data for later runs: ") {
		t.Errorf("%v", lost)
	}
}

// brim is a disk with space for the journal but not for the state.
type brim struct{ *ownfiles.State }

func (brim) WriteAtomic(string, []byte) error { return errors.New("no space left on device") }
