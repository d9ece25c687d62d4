package tui

import (
	"slices"

	"ralsh/model"
	"ralsh/ral"
)

// applied forgets what was typed about a resource that is now as it was wanted;
// what is related to it waits for it no longer. Nil drafts keep none.
func (d *drafts) applied(decl ral.Decl) {
	if d == nil {
		return
	}
	for _, k := range d.kept {
		k.MarkApplied(decl)
	}
	d.kept = slices.DeleteFunc(d.kept, func(k *model.Draft) bool {
		return k.Type.Name == decl.Type && k.Title == decl.Title && (k.Provider == nil || decl.Provider == "" || k.Provider.Name == decl.Provider) &&
			k.ClearApplied(decl)
	})
}

// again is a draft if it is kept still; one that was applied is followed by an empty
// one about the same resource, which was moved by nobody else.
func (d *drafts) again(k *model.Draft, moved map[string]bool) *model.Draft {
	if slices.Contains(d.kept, k) {
		return k
	}
	clear(moved)
	return d.of(k.Type, k.Title, k.Provider, nil)
}
