package draft

import (
	"maps"
	"slices"

	"ralsh/model/notation"
	"ralsh/ral"
	"ralsh/ral/value"
)

// Draft is the desired state of a resource: texts as typed, by attribute. An
// attribute without a text is not managed. Invalid texts are allowed, so that
// no input is lost.
type Draft struct {
	Type     *ral.Type
	Title    string
	Provider *ral.Provider // nil for the default
	Found    *ral.Instance // as last read; nil for a new resource
	Unread   string        // why it could not be read; "" if it was, or if it was not tried
	From     string        // the host whose state it copies, and when that was; "" if it was typed
	texts    map[string]typed
	undone   map[string]typed
	missing  map[string]bool  // secrets that were typed in another session
	met      map[string]bool  // references to applied resources
	placed   map[string]typed // parameters that locate it, as they were applied: they still hold, and are no edit
	changes  int
}

// typed is a text as the user typed it, and its value.
type typed struct {
	text  string
	value value.Value
}

// New returns an empty draft for a resource.
func New(t *ral.Type, title string, p *ral.Provider, inst *ral.Instance) *Draft {
	return &Draft{
		Type: t, Title: title, Provider: p, Found: inst,
		texts: make(map[string]typed), undone: make(map[string]typed), missing: make(map[string]bool), met: make(map[string]bool), placed: make(map[string]typed),
	}
}

// Version changes with each change of the draft's saved state.
func (d *Draft) Version() int { return d.changes }

// Text returns the typed text of an attribute, and whether it is set.
func (d *Draft) Text(attr string) (string, bool) {
	t, ok := d.texts[attr]
	return t.text, ok
}

// Set sets the typed text; "" leaves the attribute unmanaged.
func (d *Draft) Set(attr, text string) {
	d.changes++
	delete(d.missing, attr)
	delete(d.placed, attr)
	if text == "" {
		delete(d.texts, attr)
		return
	}
	d.put(attr, text)
}

func (d *Draft) put(attr, text string) {
	v := value.Str(text)
	if a := d.Type.Attr(attr); a != nil {
		v = notation.Parse(a, text)
	}
	d.texts[attr] = typed{text, v}
}

// Rebind replaces the type and the provider of the draft with those of a registry
// that has read the modules again. It keeps a draft of an unregistered type.
func (d *Draft) Rebind(reg *ral.Registry) {
	t := reg.Type(d.Type.Name)
	if t == nil || t == d.Type {
		return
	}
	d.Type = t
	if d.Provider != nil {
		d.Provider = t.Provider(d.Provider.Name)
	}
	for attr, old := range d.texts {
		d.put(attr, old.text)
	}
}

// Undo removes the typed text of an attribute; a second Undo restores it.
func (d *Draft) Undo(attr string) {
	d.changes++
	delete(d.missing, attr)
	for _, texts := range []map[string]typed{d.texts, d.placed} {
		if text, ok := texts[attr]; ok {
			d.undone[attr] = text
			delete(texts, attr)
			return
		}
	}
	if text, ok := d.undone[attr]; ok {
		d.texts[attr] = text
		delete(d.undone, attr)
	}
}

// Undoes reports whether Undo would remove or restore a text of an attribute.
func (d *Draft) Undoes(attr string) bool {
	_, typed := d.texts[attr]
	_, undone := d.undone[attr]
	_, placed := d.placed[attr]
	return typed || placed || undone || d.missing[attr]
}

// Missing returns the secrets that were typed in an earlier session, which did
// not save them. They must be typed again or undone.
func (d *Draft) Missing() []string { return slices.Sorted(maps.Keys(d.missing)) }

// Lacks reports whether Missing includes an attribute.
func (d *Draft) Lacks(attr string) bool { return d.missing[attr] }

// Empty reports whether the draft is without desired values.
func (d *Draft) Empty() bool { return len(d.texts)+len(d.missing) == 0 }

func (d *Draft) makes() bool {
	ensure, _ := d.Text("ensure")
	return ensure == "present" && (d.Found != nil && !d.Found.Present() || d.unread())
}

// unread reports whether the current state is unknown.
func (d *Draft) unread() bool { return d.Found == nil && d.Unread != "" }

// Places returns the typed attributes that locate the resource, see
// Type.Places.
func (d *Draft) Places() []ral.Attr { return d.Type.Places(d.Decl().Attrs) }

// Clone returns a copy that can be checked while the draft is edited.
func (d *Draft) Clone() *Draft {
	c := New(d.Type, d.Title, d.Provider, d.Found)
	maps.Copy(c.texts, d.texts)
	maps.Copy(c.missing, d.missing)
	maps.Copy(c.met, d.met)
	maps.Copy(c.placed, d.placed)
	c.Unread, c.From = d.Unread, d.From
	return c
}

// Ref returns the reference to the resource.
func (d *Draft) Ref() string { return d.Type.Ref(d.Title) }

// PlaceAs copies the location of the resource, as it was applied, from the other
// draft of the same resource.
func (d *Draft) PlaceAs(other *Draft) { maps.Copy(d.placed, other.placed) }

// Decl returns the draft as a declaration, in the type's order. Unless the
// draft is empty, it includes implicit values.
func (d *Draft) Decl() ral.Decl { return d.decl(len(d.texts) > 0) }

func (d *Draft) decl(keep bool) ral.Decl {
	decl := ral.Decl{Type: d.Type.Name, Title: d.Title, KeepRest: true}
	if d.Provider != nil {
		decl.Provider = d.Provider.Name
	}
	for _, a := range d.Type.Order() {
		t, ok := d.texts[a.Name]
		if !ok {
			t, ok = d.placed[a.Name]
		}
		if ok {
			decl.Attrs = append(decl.Attrs, ral.Attr{Name: a.Name, Value: t.value})
		} else if v, ok := d.implicitValue(a); ok && keep {
			decl.Attrs = append(decl.Attrs, ral.Attr{Name: a.Name, Value: v})
		}
	}
	return decl
}

// implicitValue returns the current value of an untyped property of an existing
// resource if it must be declared: editing a field of a mount must not reset the
// other fields to the defaults of a declaration or move the entry to a different
// file. If ensure is typed, a property that ensure determines is not declared,
// for example the target of a link.
func (d *Draft) implicitValue(a *ral.Attribute) (value.Value, bool) {
	if !d.Found.Present() || a.Kind != ral.Property || a.ReadOnly || a.Sensitive || a.Name == "ensure" {
		return value.Value{}, false
	}
	is := d.Found.Get(a.Name)
	_, other := d.texts["ensure"]
	text := a.LocatesResource || a.DefaultFunc != nil && !other || !a.Default.IsNil()
	if !text || is.IsNil() || is.IsUnknown() || is.IsAbsent() || is.Equal(a.Default) {
		return value.Value{}, false
	}
	return is, true
}
