package model

import (
	"encoding/json"
	"maps"
)

// SavedBasket is a basket as it is on the disk, by what each draft is about. What is
// broken holds nothing.
type SavedBasket map[keptKey]string

// keptKey tells the drafts of a basket apart.
type keptKey struct{ typ, title, provider string }

// ParseSavedBasket reads what SaveBasket wrote.
func ParseSavedBasket(data []byte) SavedBasket {
	var file basketFile
	if json.Unmarshal(data, &file) != nil {
		return nil
	}
	saved := make(SavedBasket)
	for _, d := range file.Drafts {
		saved[d.key()] = d.text()
	}
	return saved
}

// Holds reports whether there is a draft about the same resource.
func (b SavedBasket) Holds(d *Draft) bool {
	_, ok := b[keyOf(d)]
	return ok
}

// Same reports whether a draft is kept as it is.
func (b SavedBasket) Same(st Staged) bool {
	kept, _, whole := keep(st)
	text, ok := b[kept.key()]
	return whole && ok && text == kept.text()
}

func keyOf(d *Draft) keptKey {
	k := keptKey{typ: d.Type.Name, title: d.Title}
	if d.Provider != nil {
		k.provider = d.Provider.Name
	}
	return k
}

func (d *stagedDraft) key() keptKey { return keptKey{d.Type, d.Title, d.Provider} }

// text is the whole of it, to be compared.
func (d *stagedDraft) text() string {
	data, err := json.Marshal(d)
	if err != nil { // strings and booleans always can be
		return ""
	}
	return string(data)
}

// MergeFrom makes a draft what another session made of it. The secrets that were
// typed here stay, as nobody else has them.
func (d *Draft) MergeFrom(other *Draft) {
	d.changes++
	texts, missing := maps.Clone(other.texts), maps.Clone(other.missing)
	for name, text := range d.texts {
		if missing[name] {
			texts[name] = text
			delete(missing, name)
		}
	}
	d.texts, d.missing, d.met = texts, missing, maps.Clone(other.met)
}
