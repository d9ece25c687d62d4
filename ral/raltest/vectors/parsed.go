package vectors

import (
	"context"
	"encoding/json"
	"fmt"
	"path"
	"slices"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/parsedfile"
	"ralsh/ral/raltest/puppetlog"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// ParsedType is a resource type whose provider manages a file of lines.
type ParsedType struct {
	Name     string
	Path     string // path of the file
	Format   *parsedfile.Format
	Lists    map[string]string // list properties, with their separators in the file
	Register func(*ral.Registry)
	// Host returns a host on which the file contains text, or is missing if text is
	// nil. If Host is nil, the host contains only the file and
	// its directory.
	Host func(text *string) *fakehost.Host
	// Own are properties of an instance that are not in Puppet's record.
	Own []string
	// Extra adds the fields of Puppet's record that are not properties. It may change
	// the name too.
	Extra func(inst *ral.Instance, record map[string]any)
}

// caseFile is the path of the file in the cases.
const caseFile = "<TMP>/file"

// Area runs the cases of the type: the instances of a file, and the file after
// changes. A line that ralsh writes equals Puppet's. ralsh leaves other lines as
// given, where Puppet writes them again, and does not write Puppet's header lines.
func (p ParsedType) Area(t *testing.T, c Case) map[string]any {
	var given struct{ Text *string }
	if err := json.Unmarshal(c.Raw.Given, &given); err != nil {
		t.Fatal(err)
	}
	fake := p.host(given.Text)
	for i, f := range c.Given.Files {
		c.Given.Files[i].Path = p.here(f.Path)
	}
	addFiles(fake, scratch, c.Given.Files)
	reg := ral.NewRegistry()
	p.Register(reg)
	env := onhost.NewEnv(reg, fake.Reader(), nil)
	if c.When.Op == "parse" {
		return p.parse(t, c, env, fake.Content(p.Path))
	}
	if text, ok := c.Then["text"].(string); ok {
		c.Then["text"] = p.asGiven(t, given.Text, text)
	}
	opt := c.When.options()
	return c.When.eachRun(func(int) map[string]any { return p.apply(t, c, env, fake, opt) })
}

func (p ParsedType) host(text *string) *fakehost.Host {
	if p.Host != nil {
		return p.Host(text)
	}
	fake := fakehost.New(map[string]string{path.Dir(p.Path) + "/": ""})
	if text != nil {
		fake.Put(p.Path, *text, 0o644)
	}
	return fake
}

func (p ParsedType) parse(t *testing.T, c Case, env *onhost.Env, text string) map[string]any {
	file := p.Format.Parse([]byte(text))
	if err := file.Err(); err != nil && c.Then["error"] != nil {
		return failed(lineFailed(c, err))
	}
	var again any
	again, err := rewritten(p.Format, file)
	if err != nil {
		again = failed(err.Error())
	}
	resources := []any{}
	env.List(t.Context(), env.Registry.Type(p.Name), func(ev onhost.ListEvent) {
		if ev.Err != nil && !ral.IsDamage(ev.Err) {
			t.Error(ev.Err)
		}
		for _, inst := range ev.Found {
			resources = append(resources, p.instance(inst))
		}
	})
	return map[string]any{"records": recordsOf(file), "rewritten": again, "resources": resources, "logs": []any{}}
}

// instance returns an instance with lists in the form of the file.
func (p ParsedType) instance(inst *ral.Instance) map[string]any {
	m := map[string]any{"name": p.hidden(value.Str(inst.Name))}
	for _, a := range inst.Type.Properties() {
		if !inst.Known(a.Name) || slices.Contains(p.Own, a.Name) {
			continue
		}
		v := inst.Get(a.Name)
		if sep := p.Lists[a.Name]; sep != "" && v.Kind() == value.List {
			var items []string
			for _, item := range v.Items() {
				items = append(items, item.Text())
			}
			v = value.Str(strings.Join(items, sep))
		}
		m[a.Name] = p.hidden(v)
	}
	if p.Extra != nil {
		p.Extra(inst, m)
	}
	return m
}

// hidden returns a value with the path of the cases.
func (p ParsedType) hidden(v value.Value) any {
	if v.Kind() == value.String {
		v = value.Str(strings.ReplaceAll(v.Raw(), p.Path, caseFile))
	}
	return encode(v)
}

// here returns a text with the paths of this host.
func (p ParsedType) here(text string) string {
	return inScratch(strings.ReplaceAll(text, caseFile, p.Path))
}

// decl returns a declaration with the paths of this host.
func (p ParsedType) decl(d DeclDef) ral.Decl {
	decl := d.Decl()
	for i, a := range decl.Attrs {
		if a.Value.Kind() == value.String {
			decl.Attrs[i].Value = value.Str(p.here(a.Value.Raw()))
		}
	}
	return decl
}

func (p ParsedType) apply(t *testing.T, c Case, env *onhost.Env, fake *fakehost.Host, opt transaction.Options) map[string]any {
	var log puppetlog.Log
	opt.Emit = log.Take
	var decls []ral.Decl
	for _, d := range c.Given.Catalog {
		decls = append(decls, p.decl(d))
	}
	rep, err := transaction.Run(t.Context(), env, decls, fake.Writer(), opt)
	got := map[string]any{"statuses": statuses(rep), "events": happened(rep), "text": withoutHeader(fake.Content(p.Path))}
	if err != nil {
		message, lines := puppetlog.CannotRun(err)
		log.Lines = append(log.Lines, lines...)
		got["error"] = map[string]any{"message": message}
	}
	if info, err := fake.Reader().Stat(context.Background(), p.Path); err == nil {
		got["mode"] = fmt.Sprintf("%04o", info.Mode.Perm())
	}
	got["logs"] = logged(log.Lines)
	return got
}

// asGiven returns Puppet's text with the given line in every place where Puppet only
// reformatted it.
func (p ParsedType) asGiven(t *testing.T, given *string, puppets string) string {
	was := map[string]string{}
	if given == nil {
		given = new(string)
	}
	for _, line := range strings.SplitAfter(*given, "\n") {
		if again, err := rewritten(p.Format, p.Format.Parse([]byte(line))); err == nil {
			was[again] = line
		}
	}
	var out strings.Builder
	for _, line := range strings.SplitAfter(withoutHeader(puppets), "\n") {
		if original, ok := was[line]; ok {
			line = original
		}
		out.WriteString(line)
	}
	return out.String()
}

func withoutHeader(text string) string {
	var out strings.Builder
	for _, line := range strings.SplitAfter(text, "\n") {
		if !strings.HasPrefix(line, "# HEADER") {
			out.WriteString(line)
		}
	}
	return out.String()
}
