package draft

import (
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"ralsh/ral"
)

// Saved is the form of a draft on the disk, without its secrets.
type Saved struct {
	Type     string            `json:"type"`
	Title    string            `json:"title"`
	Provider string            `json:"provider,omitempty"`
	Texts    map[string]string `json:"texts"`
	Bytes    map[string][]byte `json:"bytes,omitempty"`   // texts that are not UTF-8, which JSON cannot hold
	Secrets  []string          `json:"secrets,omitempty"` // attributes whose values are not saved
	Met      []string          `json:"met,omitempty"`     // Draft.AppliedDeps
	From     string            `json:"from,omitempty"`    // Draft.From
}

// Saved returns the draft in its form for the disk. lost names the parts that
// cannot be saved: secrets, and a title that is not UTF-8. If whole is false, the
// draft must not be saved.
func (d *Draft) Saved() (saved Saved, lost []string, whole bool) {
	saved = Saved{Type: d.Type.Name, Title: d.Title, Texts: make(map[string]string), Secrets: d.Missing(), Met: d.AppliedDeps(), From: d.From}
	if d.Provider != nil {
		saved.Provider = d.Provider.Name
	}
	whole = utf8.ValidString(d.Title)
	for name, t := range d.texts {
		switch text := t.text; {
		case d.hides(name):
			saved.Secrets = append(saved.Secrets, name)
			lost = append(lost, name+" of "+d.Ref())
		case utf8.ValidString(text):
			saved.Texts[name] = text
		default:
			if saved.Bytes == nil {
				saved.Bytes = make(map[string][]byte)
			}
			saved.Bytes[name] = []byte(text)
		}
	}
	if !whole {
		lost = append(lost, d.Ref())
	}
	slices.Sort(saved.Secrets)
	return saved, lost, whole
}

// hides reports whether the text of an attribute is a secret: the attribute is
// sensitive, or it is the content of a file with show_diff off.
func (d *Draft) hides(name string) bool {
	if a := d.Type.Attr(name); a == nil || a.Sensitive {
		return true
	}
	show, text := d.texts["show_diff"]
	return name == "content" && text && show.text != "true" && show.text != "yes"
}

// Restore returns the draft of its saved form. The error names a type, a
// provider or an attribute that is not registered.
func (on Checker) Restore(saved Saved) (*Draft, error) {
	ref := ral.Decl{Type: saved.Type, Title: saved.Title}.Ref()
	t := on.env.Registry.Type(saved.Type)
	if t == nil {
		text, _ := on.env.Registry.NoType(saved.Type)
		return nil, fmt.Errorf("%s: %s", ref, text)
	}
	d := New(t, saved.Title, nil, nil)
	d.From = saved.From
	if saved.Provider != "" {
		i := slices.IndexFunc(t.Providers(), func(p *ral.Provider) bool { return p.Name == saved.Provider })
		if i < 0 {
			return nil, fmt.Errorf("%s: unknown provider %q of type %s", ref, saved.Provider, saved.Type)
		}
		d.Provider = t.Providers()[i]
	}
	texts := maps.Clone(saved.Texts)
	for name, text := range saved.Bytes {
		if texts == nil {
			texts = make(map[string]string)
		}
		texts[name] = string(text)
	}
	for name, text := range texts {
		if t.Attr(name) == nil {
			return nil, fmt.Errorf("%s: unknown attribute %q of type %s", ref, name, saved.Type)
		}
		d.Set(name, text)
	}
	for _, name := range saved.Secrets {
		if t.Attr(name) != nil {
			d.missing[name] = true
		}
	}
	for _, ref := range saved.Met {
		d.met[ref] = true
	}
	return d, nil
}

// savedText is a desired value in its saved form; the zero value means no value.
// All secrets are equal, because they are not saved.
type savedText struct {
	text   string
	secret bool
}

func (s Saved) values() map[string]savedText {
	values := make(map[string]savedText)
	for name, text := range s.Texts {
		values[name] = savedText{text: text}
	}
	for name, text := range s.Bytes {
		values[name] = savedText{text: string(text)}
	}
	for _, name := range s.Secrets {
		values[name] = savedText{secret: true}
	}
	return values
}

// MergeFrom copies the changes that the other session made to the same draft since
// base was saved, and returns the names of the changed attributes. kept names the
// attributes that both sessions changed: these keep the value of d. d also keeps
// its secrets, because they are not saved.
func (d *Draft) MergeFrom(other *Draft, base Saved) (changed, kept []string) {
	saved, _, _ := d.Saved()
	theirs, _, _ := other.Saved()
	before, ours, now := base.values(), saved.values(), theirs.values()
	all := maps.Clone(before)
	maps.Copy(all, now)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		switch value := now[name]; {
		case value == before[name], value == ours[name]:
		case ours[name] != before[name]:
			kept = append(kept, name)
		default:
			delete(d.texts, name)
			delete(d.missing, name)
			if value.secret {
				d.missing[name] = true
			} else if value.text != "" {
				d.put(name, value.text)
			}
			changed = append(changed, name)
		}
	}
	if slices.Equal(saved.Met, base.Met) {
		d.met = maps.Clone(other.met)
	}
	maps.Copy(d.met, other.met)
	if d.From == base.From {
		d.From = other.From
	}
	d.changes++
	return changed, kept
}
