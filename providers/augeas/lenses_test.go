package augeas

import (
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// lensFiles is a file server with lenses of modules.
type lensFiles struct{ ral.FileServer }

func (lensFiles) LensDirs() []string { return []string{"/mods/a", "/mods/b"} }

// The lenses of modules are behind those of the resource, for looking and applying.
func TestLensesOfModules(t *testing.T) {
	for _, c := range []struct {
		with []ral.Attr
		want string
	}{
		{nil, "/mods/a /mods/b"},
		{[]ral.Attr{raltest.A("load_path", "/own:/other")}, "/own /other /mods/a /mods/b"},
		{[]ral.Attr{{Name: "load_path", Value: value.Strs("/own", "/other")}}, "/own /other /mods/a /mods/b"},
	} {
		reg := ral.NewRegistry()
		Register(reg)
		f := canonical()
		env := onhost.NewEnv(reg, f.Reader(), nil)
		env.Files = lensFiles{}
		attrs := append(c.with, raltest.A("changes", "set 1/canonical other.example"), raltest.A("lens", "Hosts.lns"), raltest.A("incl", "/etc/hosts"),
			raltest.A("onlyif", "get 1/canonical != other.example"))
		_, err := transaction.Run(t.Context(), env, []ral.Decl{{Type: "augeas", Title: "x", Attrs: attrs}}, f.Writer(), transaction.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, cmd := range f.Ran() {
			var dirs []string
			for i, arg := range cmd.Args {
				if arg == "--include" {
					dirs = append(dirs, cmd.Args[i+1])
				}
			}
			if got := strings.Join(dirs, " "); got != c.want {
				t.Errorf("augtool %v: %s, want %s", cmd.Args, got, c.want)
			}
		}
		if n := len(f.Ran()); n < 2 {
			t.Errorf("augtool was called %d times", n)
		}
	}
}
