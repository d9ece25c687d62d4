package model

import (
	"encoding/json"
	"errors"
	"io/fs"
	"slices"

	"ralsh/ral"
	"ralsh/ral/host"
)

// Basket is what was kept of a basket.
type Basket struct {
	Staged []Staged
	Aside  []string // what could not be taken up, each with the reason
	File   string   // where that is now, "" when all was taken up
	Data   []byte   // as it is on the disk
}

// maxBasket is how much of a basket is read.
const maxBasket = 16 << 20

// LoadBasket reads the basket that was kept for this host and root. What it
// cannot take up (a file that is broken or of another host or root, a type that
// is no longer registered) is left aside: the whole file is kept beside, in
// place of what was left aside before.
func (s *Session) LoadBasket() (Basket, error) {
	var b Basket
	if !s.KeepsBasket() {
		return b, nil
	}
	state := host.PeekState(s.journal)
	data, size, err := state.ReadPart(s.basketName(), 0, maxBasket)
	if errors.Is(err, fs.ErrNotExist) {
		return b, nil
	}
	if err != nil {
		return b, err
	}
	b.Data = data
	var file basketFile
	switch err := json.Unmarshal(data, &file); {
	case size > maxBasket || err != nil:
		b.Aside = []string{"the file is broken"}
	case file.Format != basketFormat:
		b.Aside = []string{"it is of another version of ralsh"}
	case file.Host != s.name || file.Root != s.WholeRoot():
		b.Aside = []string{"it is about " + file.Root + " of " + file.Host}
	default:
		for _, kept := range file.Drafts {
			s.takeUp(&b, kept)
		}
	}
	if len(b.Aside) == 0 {
		return b, nil
	}
	b.File = state.Path(s.basketName() + ".aside")
	return b, state.WriteAtomic(s.basketName()+".aside", data)
}

// BasketHolds reports whether a basket as it is kept names a resource.
func BasketHolds(data []byte, d *Draft) bool {
	var file basketFile
	if json.Unmarshal(data, &file) != nil {
		return false
	}
	provider := ""
	if d.Provider != nil {
		provider = d.Provider.Name
	}
	return slices.ContainsFunc(file.Drafts, func(k stagedDraft) bool {
		return k.Type == d.Type.Name && k.Title == d.Title && k.Provider == provider
	})
}

func (s *Session) takeUp(b *Basket, kept stagedDraft) {
	ref := ral.Decl{Type: kept.Type, Title: kept.Title}.Ref()
	t := s.Env.Registry.Type(kept.Type)
	if t == nil {
		b.Aside = append(b.Aside, ref+": no type is called "+kept.Type)
		return
	}
	d := NewDraft(t, kept.Title, nil, nil)
	if kept.Provider != "" {
		i := slices.IndexFunc(t.Providers(), func(p *ral.Provider) bool { return p.Name == kept.Provider })
		if i < 0 {
			b.Aside = append(b.Aside, ref+": "+kept.Type+" has no provider "+kept.Provider)
			return
		}
		d.Provider = t.Providers()[i]
	}
	for name, text := range kept.Texts {
		if t.Attr(name) == nil {
			b.Aside = append(b.Aside, ref+": "+kept.Type+" has no attribute "+name)
			return
		}
		d.Set(name, text)
	}
	for _, name := range kept.Secrets {
		if t.Attr(name) != nil {
			d.missing[name] = true
		}
	}
	for _, ref := range kept.Met {
		d.met[ref] = true
	}
	b.Staged = append(b.Staged, Staged{Draft: d, Out: kept.Out})
}
