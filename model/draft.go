package model

import (
	"maps"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Draft is what a person wants one resource to be: texts as typed, by
// attribute. An attribute without a text is not managed. It keeps what is
// invalid, so that nothing typed is lost.
type Draft struct {
	Type     *ral.Type
	Title    string
	Provider *ral.Provider // the one it goes to; nil for the default
	Found    *ral.Instance // what was read last; nil for a new resource
	Unread   string        // why it could not be read; "" when it was, or when nobody looked
	texts    map[string]string
	undone   map[string]string
	missing  map[string]bool // secrets that were typed in another session
	met      map[string]bool // the references to what was applied
	changes  int
}

// NewDraft is an empty draft about a resource.
func NewDraft(t *ral.Type, title string, p *ral.Provider, inst *ral.Instance) *Draft {
	return &Draft{
		Type: t, Title: title, Provider: p, Found: inst,
		texts: make(map[string]string), undone: make(map[string]string), missing: make(map[string]bool), met: make(map[string]bool),
	}
}

// Version is another one after each change of what is kept of the draft.
func (d *Draft) Version() int { return d.changes }

// Text is what was typed for an attribute, and whether anything was.
func (d *Draft) Text(attr string) (string, bool) {
	text, ok := d.texts[attr]
	return text, ok
}

// Set notes what was typed; "" leaves the attribute unmanaged.
func (d *Draft) Set(attr, text string) {
	d.changes++
	delete(d.missing, attr)
	if text == "" {
		delete(d.texts, attr)
		return
	}
	d.texts[attr] = text
}

// Undo takes back what was typed for an attribute; a second Undo brings it back.
func (d *Draft) Undo(attr string) {
	d.changes++
	delete(d.missing, attr)
	if text, ok := d.texts[attr]; ok {
		d.undone[attr] = text
		delete(d.texts, attr)
		return
	}
	if text, ok := d.undone[attr]; ok {
		d.texts[attr] = text
		delete(d.undone, attr)
	}
}

// Missing names the secrets that were wanted and that the disk does not keep: to
// be typed again, or to be undone.
func (d *Draft) Missing() []string { return slices.Sorted(maps.Keys(d.missing)) }

// Lacks reports whether an attribute is one of Missing.
func (d *Draft) Lacks(attr string) bool { return d.missing[attr] }

// Empty reports whether nothing is wanted yet.
func (d *Draft) Empty() bool { return len(d.texts)+len(d.missing) == 0 }

// makes reports whether the draft is to make what is not there.
func (d *Draft) makes() bool {
	ensure, _ := d.Text("ensure")
	return ensure == "present" && (d.Found != nil && !d.Found.Present() || d.unread())
}

// unread reports whether nothing is known of what there is.
func (d *Draft) unread() bool { return d.Found == nil && d.Unread != "" }

// Places are what was typed of what says where the resource is, see Type.Places.
func (d *Draft) Places() []ral.Attr { return d.Type.Places(d.Decl().Attrs) }

// Clone is a copy to be checked while the draft is typed on.
func (d *Draft) Clone() *Draft {
	c := NewDraft(d.Type, d.Title, d.Provider, d.Found)
	maps.Copy(c.texts, d.texts)
	maps.Copy(c.missing, d.missing)
	maps.Copy(c.met, d.met)
	c.Unread = d.Unread
	return c
}

// Ref names the drafted resource.
func (d *Draft) Ref() string { return d.Type.Ref(d.Title) }

// Decl is the draft as a declaration, in the type's order; where something is
// wanted, with what keeps the rest as it is.
func (d *Draft) Decl() ral.Decl { return d.decl(len(d.texts) > 0) }

func (d *Draft) decl(keep bool) ral.Decl {
	decl := ral.Decl{Type: d.Type.Name, Title: d.Title}
	if d.Provider != nil {
		decl.Provider = d.Provider.Name
	}
	for _, a := range d.Type.Order() {
		if text, ok := d.texts[a.Name]; ok {
			decl.Attrs = append(decl.Attrs, ral.Attr{Name: a.Name, Value: ParseText(a, text)})
		} else if v, ok := d.implicitValue(a); ok && keep {
			decl.Attrs = append(decl.Attrs, ral.Attr{Name: a.Name, Value: v})
		}
	}
	return decl
}

// ParseText makes a value of what was typed for an attribute: a list attribute
// takes several values separated by commas outside of quotes, "[]" is the empty list;
// anything else is a string, and munging makes of it what the type wants.
func ParseText(a *ral.Attribute, text string) value.Value {
	v := value.Str(text)
	if a.IsList {
		v = parseList(text)
		if a.Kind == ral.Meta {
			v = parseRefs(text)
		}
	}
	if a.Sensitive {
		return value.Secret(v)
	}
	return v
}

// TextFor is the text that a person would type to get a value as it is: the
// start of editing a field.
func TextFor(a *ral.Attribute, v value.Value) string {
	v = v.Reveal()
	if v.IsNil() || v.IsUnknown() || a.Sensitive {
		return ""
	}
	items := v.Items()
	if v.Kind() != value.List {
		return v.Text()
	}
	if len(items) == 0 {
		return "[]"
	}
	parts := make([]string, len(items))
	for i, item := range items {
		parts[i] = item.Text()
	}
	return listText(parts)
}

// Command is the command line that does what a declaration says. A secret is
// left out; the second result names those.
func (s *Session) Command(d ral.Decl) (line string, secrets []string) {
	args := []string{d.Type, d.Title}
	t := s.Env.Registry.Type(d.Type)
	for _, a := range d.Attrs {
		attr := t.Attr(a.Name)
		if attr != nil && attr.Sensitive || a.Value.IsSecret() {
			secrets = append(secrets, a.Name)
			continue
		}
		args = append(args, a.Name+"="+TextFor(attr, a.Value))
	}
	var flags []string
	if d.Provider != "" && !s.isDefault(t, d.Provider) {
		flags = []string{"--provider", d.Provider}
	}
	if strings.HasPrefix(d.Title, "-") { // it is no flag
		args = slices.Concat(flags, []string{"--"}, args)
	} else {
		args = append(args, flags...)
	}
	return s.CommandLine(append([]string{"resource"}, args...)...), secrets
}

// CommandLine is ralsh called with args on the same host, with the same modules
// and external facts as were asked for, and the same journal and basket.
func (s *Session) CommandLine(args ...string) string {
	line := []string{"ralsh"}
	add := func(flag, value string) {
		if value != "" {
			line = append(line, flag, value)
		}
	}
	if s.Root() != "/" {
		add("--root", s.Root())
	}
	add("--modulepath", s.choice.Path)
	add("--environment", s.choice.Environment)
	for _, dir := range s.external {
		add("--external-dir", dir)
	}
	command := host.ShellJoin(append(line, args...))
	if s.apart {
		return host.StateSetting(s.paths.State) + " " + command
	}
	return command
}

func (s *Session) isDefault(t *ral.Type, provider string) bool {
	return slices.IndexFunc(t.Providers(), func(p *ral.Provider) bool { return p.Name == provider }) == 0 && len(t.Providers()) == 1
}

// implicitValue is what a property of an existing resource is that was not typed, where it
// has to be said: who edits one field of a mount or a key does not want the others
// to fall back to the defaults of a declaration, and the entry is where it was
// found. What ensure decides, such as where a link leads, is not kept where that is
// typed.
func (d *Draft) implicitValue(a *ral.Attribute) (value.Value, bool) {
	if !d.Found.Present() || a.Kind != ral.Property || a.ReadOnly || a.Sensitive || a.Name == "ensure" {
		return value.Value{}, false
	}
	is := d.Found.Get(a.Name)
	_, other := d.texts["ensure"]
	said := a.LocatesResource || a.DefaultFunc != nil && !other || !a.Default.IsNil()
	if !said || is.IsNil() || is.IsUnknown() || is.IsAbsent() || is.Equal(a.Default) {
		return value.Value{}, false
	}
	return is, true
}
