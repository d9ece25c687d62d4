package exec

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/manifest"
	"ralsh/ral/value"
)

func TestValidation(t *testing.T) {
	e := env(t, fakeHost().Reader())
	for _, c := range []struct {
		d    ral.Decl
		want string
	}{
		{decl("true"), "'true' is not qualified and no path was specified. Please qualify the command or specify a path."},
		{decl(`"true x" y`), "'true x' is not qualified"},
		{decl("true", "path", "/bin"), ""},
		{decl("true", "provider", "shell"), ""},
		{decl("true x").With("command", value.Strs("true")), "'true' is not qualified"},
		{decl("x").With("command", value.Int(3)), "Command must be a String or Array<String>, got value of class Integer"},
		{decl("x").With("command", value.ListOf()), "a command must not be empty"},
		{decl("x", "command", " "), "a command must not be empty"},
		{decl("/a\x00b"), "NUL"},
		{decl("/a", "onlyif", "b"), "'b' is not qualified"},
		{decl("/a").With("unless", value.Strs("/b", "c d")), "'c' is not qualified"},
		{decl("/a", "refresh", "b"), "'b' is not qualified"},
		{decl("/a", "cwd", "b"), "cwd must be a fully qualified path"},
		{decl("/a", "creates", "b"), "creates must be a fully qualified path"},
		{decl("/a", "environment", "b"), "Invalid environment setting 'b'"},
		{decl("/a", "environment", "B=\nc"), ""},
		{decl("/a", "umask", "8"), `The umask specification is invalid: "8"`},
		{decl("/a", "timeout", "soon"), "The timeout must be a number."},
		{decl("/a", "timeout", "NaN"), "The timeout must be a number."},
		{decl("/a", "timeout", "-1"), ""},
		{decl("/a", "tries", "1.5"), "Tries must be an integer"},
		{decl("/a", "tries", "99999999999"), "Tries is too large (at most 2147483647)"},
		{decl("/a", "tries", "0"), "Tries must be an integer >= 1"},
		{decl("/a", "try_sleep", "x"), "try_sleep must be a number"},
		{decl("/a", "try_sleep", "-1"), "try_sleep cannot be a negative number"},
		{decl("/a", "returns", "x"), `Invalid value "x". Valid values match /^\d{1,3}$/.`},
		{decl("/a", "returns", "256"), "an exit status is a number from 0 to 255, not 256"},
		{decl("/a", "logoutput", "maybe"), `Invalid value "maybe". Valid values are true, false, on_failure.`},
		{decl("/a", "refreshonly", "yes"), `Invalid value "yes". Valid values are true, false.`},
		{decl("x").With("command", value.Secret(value.Str("hunter2"))), "the command is not qualified and no path was specified"},
	} {
		_, diags := e.Build(t.Context(), c.d)
		err := diags.Err()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: got %v, want %q", c.d, err, c.want)
		}
		if err != nil && strings.Contains(err.Error(), "hunter2") {
			t.Errorf("a secret is told: %v", err)
		}
	}
}

// The example of each attribute is valid.
func TestExamples(t *testing.T) {
	e := env(t, fakeHost().Reader())
	r, _ := e.Build(t.Context(), decl("/bin/true"))
	for _, a := range r.Type.Attributes {
		if a.Example == "" {
			continue
		}
		if _, diags := e.Build(t.Context(), decl("/bin/true", a.Name, a.Example)); diags.Err() != nil {
			t.Error(diags.Err())
		}
	}
}

func TestRelations(t *testing.T) {
	d := decl(`"/opt/a b/run" x`, "cwd", "/srv", "user", "web", "unless", "/bin/test -e x").With("onlyif", value.ListOf(value.Strs("/bin/a", "b"), value.Str("/bin/c | d")))
	r, diags := env(t, fakeHost().Reader()).Build(t.Context(), d)
	if diags.Err() != nil {
		t.Fatal(diags.Err())
	}
	var got []string
	for _, rel := range r.Type.Relations {
		for _, title := range rel.Titles(r) {
			got = append(got, rel.Type+" "+title)
		}
	}
	want := []string{"file /srv", "file /opt/a b/run", "file /bin/a", "file /bin/c", "file /bin/test", "user web"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Written Puppet code is read back unchanged.
func TestRoundTrip(t *testing.T) {
	d := decl("make it", "creates", "/srv/a b", "environment", "A=$x\n'").With("command", value.Strs("/bin/touch", "/srv/a b")).
		With("onlyif", value.ListOf(value.Strs("/bin/test", "-e", "x\n"), value.Str("/bin/true"))).With("returns", value.Strs("0", "3"))
	r, diags := env(t, fakeHost().Reader()).Build(t.Context(), d)
	if diags.Err() != nil {
		t.Fatal(diags.Err())
	}
	text := manifest.Puppet(manifest.Declared(d, r.Type))
	in, err := manifest.Read("x.pp", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range d.Attrs {
		if got, _ := in.Decls(env(t, fakeHost().Reader()).Registry)[0].Get(a.Name); !got.Equal(a.Value) {
			t.Errorf("%s is read as %s\n%s", a.Name, got.Inspect(), text)
		}
	}
}

// Code of a command that has not run shows the reason, which is no message of the
// validation.
func TestPendingInCode(t *testing.T) {
	typ := env(t, fakeHost().Reader()).Registry.Type("exec")
	inst := ral.NewInstance(typ, "/bin/false").Set("returns", value.Sym("notrun"))
	r := manifest.FromInstance(inst, false)
	if len(r.NotTaken) != 1 || r.NotTaken[0].Reason != "'notrun': the command has not run" {
		t.Errorf("%v", r.NotTaken)
	}
}
