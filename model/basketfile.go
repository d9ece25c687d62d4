package model

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"unicode/utf8"

	"ralsh/ral/host"
)

// Staged is a draft in a basket.
type Staged struct {
	Draft *Draft
	Out   bool // left out of the next apply
}

// basketFile is a basket as it is kept. There is one file for each host and
// root. When two faces are open on one of these, who writes takes in first what
// the other one has written since (ErrBasketMoved).
type basketFile struct {
	Format int           `json:"format"`
	Host   string        `json:"host"`
	Root   string        `json:"root"`
	Drafts []stagedDraft `json:"drafts"`
}

const basketFormat = 1

// stagedDraft is a draft as it is kept, without its secrets.
type stagedDraft struct {
	Type     string            `json:"type"`
	Title    string            `json:"title"`
	Provider string            `json:"provider,omitempty"`
	Texts    map[string]string `json:"texts"`
	Secrets  []string          `json:"secrets,omitempty"` // what was typed and is not kept
	Met      []string          `json:"met,omitempty"`     // what it is related to and was applied
	Out      bool              `json:"out,omitempty"`
}

// EncodeBasket is a basket as SaveBasket takes it, nil for an empty one. Lost
// names what is not in it: secrets, which are never kept, and what is no UTF-8.
func (s *Session) EncodeBasket(list []Staged) (data []byte, lost []string) {
	file := basketFile{Format: basketFormat, Host: s.name, Root: s.WholeRoot()}
	for _, st := range list {
		kept, left, whole := keep(st)
		lost = append(lost, left...)
		if whole {
			file.Drafts = append(file.Drafts, kept)
		}
	}
	slices.Sort(lost)
	if len(file.Drafts) == 0 {
		return nil, lost
	}
	data, err := json.MarshalIndent(file, "", "  ")
	if err != nil { // strings and booleans always can be
		return nil, lost
	}
	return append(data, '\n'), lost
}

// keep is a draft as it is kept, and names what of it is not: nothing of it is
// kept where it is not whole.
func keep(st Staged) (kept stagedDraft, lost []string, whole bool) {
	d := st.Draft
	kept = stagedDraft{Type: d.Type.Name, Title: d.Title, Texts: make(map[string]string), Secrets: d.Missing(), Met: d.AppliedDeps(), Out: st.Out}
	if d.Provider != nil {
		kept.Provider = d.Provider.Name
	}
	whole = utf8.ValidString(d.Title)
	for name, text := range d.texts {
		switch {
		case d.hides(name):
			kept.Secrets = append(kept.Secrets, name)
			lost = append(lost, name+" of "+d.Ref())
		case utf8.ValidString(text):
			kept.Texts[name] = text
		default:
			whole = false
		}
	}
	if !whole {
		lost = append(lost, d.Ref())
	}
	slices.Sort(kept.Secrets)
	return kept, lost, whole
}

// hides reports whether what was typed for an attribute is a secret: it is
// sensitive, or the content of a file that is not to be shown.
func (d *Draft) hides(name string) bool {
	if a := d.Type.Attr(name); a == nil || a.Sensitive {
		return true
	}
	show, said := d.texts["show_diff"]
	return name == "content" && said && show != "true" && show != "yes"
}

// KeepsBasket reports whether baskets can be saved here.
func (s *Session) KeepsBasket() bool { return s.journal != "" }

// ErrBasketMoved says that somebody else has written the basket since it was read.
var ErrBasketMoved = errors.New("another session has changed the basket")

// SaveBasket writes what EncodeBasket made, mode 0600 and as a whole; nil
// removes what was there. was is what it wrote last, or Basket.Data: where that
// is no longer there nothing is written, and the error is ErrBasketMoved.
func (s *Session) SaveBasket(data, was []byte) error {
	if !s.KeepsBasket() {
		return errors.New("no state folder is known")
	}
	state := host.PeekState(s.journal)
	if data != nil {
		var err error
		if state, err = host.OpenState(s.journal); err != nil {
			return err
		}
	}
	now, _, err := state.ReadPart(s.basketName(), 0, maxBasket)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return notSaved(err, state.Path(s.basketName()))
	case !bytes.Equal(now, was):
		return ErrBasketMoved
	case data == nil:
		return state.Remove(s.basketName())
	}
	return notSaved(state.WriteAtomic(s.basketName(), data), state.Path(s.basketName()))
}

// notSaved says the reason first, then the file by its own name: the one that it
// is written under first tells nobody anything.
func notSaved(err error, file string) error {
	if at, ok := errors.AsType[*fs.PathError](err); ok {
		return fmt.Errorf("%w: %s", at.Err, file)
	}
	return err
}

func (s *Session) basketName() string {
	sum := sha256.Sum256([]byte(s.name + "\x00" + s.WholeRoot()))
	return "baskets/" + hex.EncodeToString(sum[:8]) + ".json"
}
