package basket

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ralsh/model"
	"ralsh/model/draft"
	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ral/raltest"
)

// typedDraft returns a draft with typed texts.
func typedDraft(t testing.TB, s *model.Session, typ, title string, pairs ...string) *draft.Draft {
	t.Helper()
	of, err := s.Type(typ)
	if err != nil {
		t.Fatal(err)
	}
	d := draft.New(of, title, nil, nil)
	for i := 0; i+1 < len(pairs); i += 2 {
		d.Set(pairs[i], pairs[i+1])
	}
	return d
}

// session returns a session on a host that has only /etc/hosts, with a state
// directory of its own.
func session(t testing.TB) *model.Session {
	t.Helper()
	root := t.TempDir()
	if err := errors.Join(os.Mkdir(filepath.Join(root, "etc"), 0o755), os.WriteFile(filepath.Join(root, "etc/hosts"), nil, 0o644)); err != nil {
		t.Fatal(err)
	}
	return sessionOn(t, root)
}

func sessionOn(t testing.TB, root string) *model.Session {
	t.Helper()
	reg := ral.NewRegistry()
	providers.Register(reg)
	s := model.NewSession(t.Context(), reg, raltest.Below(t, root))
	s.KeepJournal(filepath.Join(t.TempDir(), "state"))
	return s
}

// basketAt returns the only basket file of a state directory.
func basketAt(t testing.TB, s *model.Session) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(s.History.Dir(), "baskets", "*.json"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%q, %v", files, err)
	}
	return files[0]
}

func texts(b Saved) (list []string) {
	for _, st := range b.Staged {
		text := st.Draft.Ref()
		for _, a := range st.Draft.Type.Order() {
			if typed, ok := st.Draft.Text(a.Name); ok {
				text += " " + a.Name + "=" + typed
			}
		}
		if st.Draft.Provider != nil {
			text += " by " + st.Draft.Provider.Name
		}
		if st.Omitted {
			text += " out"
		}
		list = append(list, text)
	}
	return list
}

func TestSavedAndRestored(t *testing.T) {
	s := session(t)
	if b, err := read(s); err != nil || len(b.Staged)+len(b.Rejected) > 0 {
		t.Errorf("at first: %+v, %v", b, err)
	}
	host := typedDraft(t, s, "host", "web", "ip", "192.0.2.1", "comment", "quoted \" and \\ and\nlines, 日本")
	host.Provider = host.Type.Providers()[0]
	list := []Staged{
		{Draft: host},
		{Draft: typedDraft(t, s, "user", "deploy", "shell", "/bin/bash", "password", "$y$hunter2"), Omitted: true},
		{Draft: typedDraft(t, s, "file", "/etc/secret", "content", "hunter3", "show_diff", "false", "mode", "0600")},
		{Draft: typedDraft(t, s, "file", "/etc/motd", "content", "hello", "show_diff", "true")},
		{Draft: typedDraft(t, s, "file", "/srv/\xff", "mode", "0600")},
		{Draft: typedDraft(t, s, "file", "/srv/latin", "content", "caf\xe9\n", "mode", "0600")},
	}
	data, lost := encode(s, list)
	want := []string{"File[/srv/\xff]", "content of File[/etc/secret]", "password of User[deploy]"}
	if !slices.Equal(lost, want) {
		t.Errorf("lost %q, want %q", lost, want)
	}
	if err := write(t.Context(), s, data, nil); err != nil {
		t.Fatal(err)
	}
	file := basketAt(t, s)
	raw, err := os.ReadFile(file)
	info, err2 := os.Stat(file)
	if err != nil || err2 != nil || info.Mode() != 0o600 || strings.Contains(string(raw), "hunter") {
		t.Errorf("%v, %v, mode %v:\n%s", err, err2, info.Mode(), raw)
	}
	b, err := read(s)
	if err != nil || len(b.Rejected) > 0 {
		t.Fatalf("%+v, %v", b, err)
	}
	got := texts(b)
	if want := []string{
		"Host[web] ip=192.0.2.1 comment=quoted \" and \\ and\nlines, 日本 by parsed", "User[deploy] shell=/bin/bash out",
		"File[/etc/secret] mode=0600 show_diff=false", "File[/etc/motd] content=hello show_diff=true",
		"File[/srv/latin] content=caf\xe9\n mode=0600",
	}; fmt.Sprint(sorted(got)) != fmt.Sprint(sorted(want)) {
		t.Errorf("got\n%q, want\n%q", got, want)
	}
	again, _ := encode(s, b.Staged)
	if string(again) != string(raw) {
		t.Errorf("written again it is\n%s, was\n%s", again, raw)
	}
	if err := write(t.Context(), s, nil, data); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(file); !os.IsNotExist(err) {
		t.Errorf("an empty basket leaves a file: %v", err)
	}
}

func sorted(list []string) []string {
	out := make([]string, len(list))
	for i, text := range list {
		words := strings.Fields(text)
		slices.Sort(words)
		out[i] = strings.Join(words, " ")
	}
	return out
}

func TestRejected(t *testing.T) {
	for name, c := range map[string]struct {
		change func(file map[string]any)
		raw    string
		aside  string
		staged int
	}{
		"broken":     {nil, `{"format": 1, "dra`, "the file is malformed", 0},
		"empty":      {nil, ``, "the file is malformed", 0},
		"no basket":  {nil, `[]`, "the file is malformed", 0},
		"newer":      {func(f map[string]any) { f["format"] = 2 }, "", "an incompatible version of ralsh", 0},
		"other root": {func(f map[string]any) { f["root"] = "/srv/other" }, "", "the file belongs to /srv/other on ", 0},
		"other host": {func(f map[string]any) { f["host"] = "db9" }, "", " on db9", 0},
		"a type that is gone": {
			func(f map[string]any) { first(f)["type"] = "banana" }, "", "Banana[web]: unknown type \"banana\"", 1,
		},
		"a provider that is gone": {
			func(f map[string]any) { first(f)["provider"] = "banana" }, "", "Host[web]: unknown provider \"banana\" of type host", 1,
		},
		"an attribute that is gone": {
			func(f map[string]any) { first(f)["texts"] = map[string]any{"banana": "1"} }, "", "Host[web]: unknown attribute \"banana\" of type host", 1,
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := session(t)
			data, _ := encode(s, []Staged{
				{Draft: typedDraft(t, s, "host", "web", "ip", "192.0.2.1")}, {Draft: typedDraft(t, s, "host", "db", "ip", "192.0.2.2")},
			})
			if err := write(t.Context(), s, data, nil); err != nil {
				t.Fatal(err)
			}
			if c.change != nil {
				var file map[string]any
				if err := json.Unmarshal(data, &file); err != nil {
					t.Fatal(err)
				}
				c.change(file)
				changed, err := json.Marshal(file)
				if err != nil {
					t.Fatal(err)
				}
				c.raw = string(changed)
			}
			file := basketAt(t, s)
			if err := os.WriteFile(file, []byte(c.raw), 0o600); err != nil {
				t.Fatal(err)
			}
			b, err := read(s)
			if err != nil || len(b.Rejected) != 1 || !strings.Contains(b.Rejected[0], c.aside) || len(b.Staged) != c.staged {
				t.Errorf("%+v, %v", b, err)
			}
			if err := write(t.Context(), s, nil, b.data); err != nil {
				t.Fatal(err)
			}
			if aside, err := os.ReadFile(b.Aside); err != nil || string(aside) != c.raw || b.Aside != file+".aside" {
				t.Errorf("left aside in %s: %q, %v", b.Aside, aside, err)
			}
		})
	}
}

func first(file map[string]any) map[string]any {
	return file["drafts"].([]any)[0].(map[string]any)
}

// Baskets of different roots are independent.
func TestBasketsOfTwoRoots(t *testing.T) {
	a := session(t)
	b := session(t)
	b.KeepJournal(a.History.Dir())
	data, _ := encode(a, []Staged{{Draft: typedDraft(t, a, "host", "web", "ip", "192.0.2.1")}})
	if err := write(t.Context(), a, data, nil); err != nil {
		t.Fatal(err)
	}
	if got, err := read(b); err != nil || len(got.Staged)+len(got.Rejected) > 0 {
		t.Errorf("the other root sees %+v, %v", got, err)
	}
	if err := write(t.Context(), b, nil, nil); err != nil {
		t.Fatal(err)
	}
	if got, err := read(a); err != nil || len(got.Staged) != 1 {
		t.Errorf("afterwards %+v, %v", got, err)
	}
}

// A session that has not read the changes of another does not overwrite them.
func TestBasketMoved(t *testing.T) {
	s := session(t)
	web, db := typedDraft(t, s, "host", "web", "ip", "192.0.2.1"), typedDraft(t, s, "host", "db", "ip", "192.0.2.2")
	theirs, _ := encode(s, []Staged{{Draft: web}})
	if err := write(t.Context(), s, theirs, nil); err != nil {
		t.Fatal(err)
	}
	ours, _ := encode(s, []Staged{{Draft: db}})
	for _, data := range [][]byte{ours, nil} {
		if err := write(t.Context(), s, data, nil); !errors.Is(err, errChanged) {
			t.Errorf("written over: %v", err)
		}
	}
	b, err := read(s)
	_, hasWeb := parse(b.data).find(web)
	_, hasDB := parse(b.data).find(db)
	if err != nil || len(b.Staged) != 1 || !hasWeb || hasDB {
		t.Fatalf("%+v, %v", b, err)
	}
	if err := write(t.Context(), s, ours, b.data); err != nil {
		t.Error(err)
	}
}

// The reason why a basket is not saved comes first, then the name of the file.
func TestBasketCannotBeSaved(t *testing.T) {
	s := session(t)
	dir := s.History.Dir()
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "baskets"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	data, _ := encode(s, []Staged{{Draft: typedDraft(t, s, "host", "db1", "ip", "192.0.2.7")}})
	err := write(t.Context(), s, data, nil)
	if err == nil || !strings.HasPrefix(err.Error(), "not a directory: "+filepath.Join(dir, "baskets")+"/") || !strings.HasSuffix(err.Error(), ".json") {
		t.Errorf("it says %v", err)
	}
}
