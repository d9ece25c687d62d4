package facts

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"ralsh/facts/leaf"
	"ralsh/ral/host/fakehost"
)

func unpack(t *testing.T, name string) (files map[string]string, want string) {
	t.Helper()
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	files = map[string]string{}
	for _, f := range archive.Files {
		if f.Name == "want" {
			want = string(f.Data)
			continue
		}
		files["/"+f.Name] = string(f.Data)
	}
	return files, want
}

// Each file is a frozen root, and "want" lists the facts that it must give; a
// name without a value must be missing, and a name with ! has no value for that
// reason.
func TestDistributions(t *testing.T) {
	trees, err := filepath.Glob("testdata/os/*.txtar")
	if err != nil || len(trees) < 20 {
		t.Fatalf("%d trees, %v", len(trees), err)
	}
	for _, tree := range trees {
		t.Run(strings.TrimSuffix(filepath.Base(tree), ".txtar"), func(t *testing.T) {
			files, want := unpack(t, tree)
			check(t, New(fakehost.New(files).Reader()), want)
		})
	}
}

func check(t *testing.T, f *Facts, want string) {
	t.Helper()
	for row := range strings.Lines(want) {
		name, text, _ := strings.Cut(strings.TrimSuffix(row, "\n"), " ")
		got, err := f.Fact(t.Context(), name)
		reason, fails := strings.CutPrefix(text, "!")
		switch {
		case fails && (err == nil || err.Error() != name+" has no value: "+reason):
			t.Errorf("%s: %s, %v, want the reason %s", name, got.Inspect(), err, reason)
		case fails:
		case err != nil:
			t.Errorf("%s: %v", name, err)
		case got.IsNil() && text == "":
		case got.IsNil():
			t.Errorf("%s is not there, want %q", name, text)
		case got.Text() != text && got.Inspect() != text:
			t.Errorf("%s is %s, want %q", name, got.Inspect(), text)
		}
	}
}

func TestFamilySaysWhy(t *testing.T) {
	for _, c := range []struct{ release, want string }{
		{"ID=debian", "ID=debian belongs to the family Debian"},
		{"ID=kali\nID_LIKE=debian", "ID_LIKE contains debian, which belongs to the family Debian"},
		{"ID=void", "ID=void belongs to no family of distributions"},
	} {
		f := New(fakehost.New(map[string]string{"/etc/os-release": c.release}).Reader())
		leaf := leafOf(t, f.Get(t.Context(), "os"), "os.family")
		if leaf.Note != c.want || leaf.From != "/etc/os-release" {
			t.Errorf("%q: %q from %s, want %q", c.release, leaf.Note, leaf.From, c.want)
		}
	}
}

func TestReleaseFileThatMayNotBeRead(t *testing.T) {
	fake := fakehost.New(map[string]string{"/etc/os-release": "ID=debian"}, fakehost.WithUID(1000))
	fake.Deny("/etc/os-release")
	f := New(fake.Reader())
	for _, name := range []string{"os.family", "os.release.major", "lsbdistid"} {
		_, err := f.Fact(t.Context(), name)
		if !errors.Is(err, fs.ErrPermission) || !strings.HasSuffix(err.Error(),
			" has no value: cannot read /etc/os-release: permission denied") {
			t.Errorf("%s: %v", name, err)
		}
	}
	check(t, f, "hardwaremodel x86_64\nos.nope\n")
}

func leafOf(t *testing.T, fact Fact, name string) leaf.Leaf {
	t.Helper()
	for _, l := range fact.Leaves {
		if l.Name == name {
			return l
		}
	}
	t.Fatalf("%s has no leaf %s: %+v", fact.Name, name, fact)
	return leaf.Leaf{}
}
