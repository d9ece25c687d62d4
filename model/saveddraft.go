package model

import (
	"fmt"
	"maps"
	"slices"
	"unicode/utf8"

	"ralsh/ral"
)

// SavedDraft is the form of a draft on the disk, without its secrets.
type SavedDraft struct {
	Type     string            `json:"type"`
	Title    string            `json:"title"`
	Provider string            `json:"provider,omitempty"`
	Texts    map[string]string `json:"texts"`
	Bytes    map[string][]byte `json:"bytes,omitempty"`   // texts that are not UTF-8, which JSON cannot hold
	Secrets  []string          `json:"secrets,omitempty"` // attributes whose values are not saved
	Met      []string          `json:"met,omitempty"`     // Draft.AppliedDeps
	From     string            `json:"from,omitempty"`    // Draft.From
}

// Saved returns the draft in its form for the disk. lost names what cannot be
// saved: secrets, and a title that is not UTF-8. If whole is false, the draft
// must not be saved.
func (d *Draft) Saved() (saved SavedDraft, lost []string, whole bool) {
	saved = SavedDraft{Type: d.Type.Name, Title: d.Title, Texts: make(map[string]string), Secrets: d.Missing(), Met: d.AppliedDeps(), From: d.From}
	if d.Provider != nil {
		saved.Provider = d.Provider.Name
	}
	whole = utf8.ValidString(d.Title)
	for name, text := range d.texts {
		switch {
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
	show, said := d.texts["show_diff"]
	return name == "content" && said && show != "true" && show != "yes"
}

// RestoreDraft returns the draft of a saved one. The error names a type, a
// provider or an attribute that is not registered.
func (s *Session) RestoreDraft(saved SavedDraft) (*Draft, error) {
	ref := ral.Decl{Type: saved.Type, Title: saved.Title}.Ref()
	t := s.Env.Registry.Type(saved.Type)
	if t == nil {
		text, _ := s.Env.Registry.NoType(saved.Type)
		return nil, fmt.Errorf("%s: %s", ref, text)
	}
	d := NewDraft(t, saved.Title, nil, nil)
	d.From = saved.From
	if saved.Provider != "" {
		i := slices.IndexFunc(t.Providers(), func(p *ral.Provider) bool { return p.Name == saved.Provider })
		if i < 0 {
			return nil, fmt.Errorf("%s: %s has no provider %s", ref, saved.Type, saved.Provider)
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
			return nil, fmt.Errorf("%s: %s has no attribute %s", ref, saved.Type, name)
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

// MergeFrom replaces the typed texts with those that another session saved for
// the same draft. Secrets that were typed here remain, because they are not
// saved.
func (d *Draft) MergeFrom(other *Draft) {
	d.changes++
	texts, missing := maps.Clone(other.texts), maps.Clone(other.missing)
	for name, text := range d.texts {
		if missing[name] {
			texts[name] = text
			delete(missing, name)
		}
	}
	d.texts, d.missing, d.met, d.From = texts, missing, maps.Clone(other.met), other.From
}
