package modules_test

import (
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/modules"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// tree holds files below /etc/modules.
type tree map[string]string

func (files tree) fake() *fakehost.Host {
	all := map[string]string{}
	for name, text := range files {
		if !strings.HasPrefix(name, "/") {
			name = "/etc/modules/" + name
		}
		all[name] = text
	}
	return fakehost.New(all)
}

// load loads the modules of the tree on top of the built-in types.
func load(t testing.TB, files tree) *modules.Environment {
	t.Helper()
	return modules.Load(t.Context(), files.fake().Reader(), modules.Options{Path: []string{"/etc/modules"}, Base: builtin(t)})
}

// builtin returns a registry of one type with one provider.
func builtin(t testing.TB) *ral.Registry {
	t.Helper()
	reg := ral.NewRegistry()
	reg.AddLazy("user", func(reg *ral.Registry) {
		reg.Add(ral.Type{Name: "user", Attributes: []*ral.Attribute{
			{Name: "name", Kind: ral.Param, Namevar: true}, standard.Ensure(""), {Name: "shell", Kind: ral.Property},
		}, Features: []ral.Feature{{Name: "shells"}}}, ral.Provider{Name: "useradd", New: func() any { return setter{} }})
	})
	return reg
}

const (
	aType = "newtype('thing', doc = 'A thing.', attrs = [param('name', namevar = True), prop('size')])\n"
	// able is the end of a provider that can set.
	able = "set = lambda self, name, value: None)\n"
)

// states returns the plugins of an environment, one per line.
func states(e *modules.Environment) string {
	var b strings.Builder
	for _, p := range e.Plugins() {
		b.WriteString(strings.TrimPrefix(p.File, "/etc/modules/") + ": " + string(p.Kind) + " " + p.Name + " " + p.State.String())
		if why := p.Because(); why != "" {
			b.WriteString(": " + strings.ReplaceAll(why, "/etc/modules/", ""))
		}
		b.WriteString("\n")
	}
	return b.String()
}

func decl(typ, title string, pairs ...string) ral.Decl {
	d := ral.Decl{Type: typ, Title: title}
	for i := 0; i < len(pairs); i += 2 {
		d.Attrs = append(d.Attrs, ral.Attr{Name: pairs[i], Value: value.Str(pairs[i+1])})
	}
	return d
}
