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
	Staged   []Staged
	Rejected []string // what could not be taken up, each with the reason
	File     string   // where that is now, "" when all was taken up
	Data     []byte   // as it is on the disk
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
		b.Rejected = []string{"the file is broken"}
	case file.Format != basketFormat:
		b.Rejected = []string{"it is of another version of ralsh"}
	case file.Host != s.name || file.Root != s.WholeRoot():
		b.Rejected = []string{"it is about " + file.Root + " of " + file.Host}
	default:
		for _, kept := range file.Drafts {
			s.takeUp(&b, kept)
		}
	}
	if len(b.Rejected) == 0 {
		return b, nil
	}
	b.File = state.Path(s.basketName() + ".aside")
	return b, state.WriteAtomic(s.basketName()+".aside", data)
}

func (s *Session) takeUp(b *Basket, kept stagedDraft) {
	ref := ral.Decl{Type: kept.Type, Title: kept.Title}.Ref()
	t := s.Env.Registry.Type(kept.Type)
	if t == nil {
		b.Rejected = append(b.Rejected, ref+": no type is called "+kept.Type)
		return
	}
	d := NewDraft(t, kept.Title, nil, nil)
	if kept.Provider != "" {
		i := slices.IndexFunc(t.Providers(), func(p *ral.Provider) bool { return p.Name == kept.Provider })
		if i < 0 {
			b.Rejected = append(b.Rejected, ref+": "+kept.Type+" has no provider "+kept.Provider)
			return
		}
		d.Provider = t.Providers()[i]
	}
	for name, text := range kept.Texts {
		if t.Attr(name) == nil {
			b.Rejected = append(b.Rejected, ref+": "+kept.Type+" has no attribute "+name)
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
