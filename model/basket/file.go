package basket

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"ralsh/model"
	"ralsh/model/draft"
	"ralsh/ral/host"
	"ralsh/ral/host/ownfiles"
)

// Staged is a draft of a saved basket.
type Staged struct {
	Draft   *draft.Draft
	Omitted bool // not part of the next apply
}

// Saved is a basket as it was read from disk.
type Saved struct {
	Staged   []Staged
	Rejected []string // drafts that could not be restored, each with the reason
	Aside    string   // copy of the file of a basket with Rejected drafts
	data     []byte   // the content of the file
}

// file is the format on the disk. Each host and root has its file.
type file struct {
	Format int      `json:"format"`
	Host   string   `json:"host"`
	Root   string   `json:"root"`
	Drafts []record `json:"drafts"`
}

const format = 1

// record is a staged draft in a file.
type record struct {
	draft.Saved
	Omitted bool `json:"out,omitempty"`
}

// maxSize is the maximum size of a file, in bytes.
const maxSize = 16 << 20

// errChanged reports that a concurrent session changed the file.
var errChanged = errors.New("a concurrent session changed the basket")

// encode returns the content of the file, nil for an empty basket. lost names
// the omitted secrets, and the omitted drafts with a title that is not UTF-8.
func encode(s *model.Session, list []Staged) (data []byte, lost []string) {
	f := file{Format: format, Host: s.HostName(), Root: s.WholeRoot()}
	for _, st := range list {
		saved, missing, whole := st.Draft.Saved()
		lost = append(lost, missing...)
		if whole {
			f.Drafts = append(f.Drafts, record{saved, st.Omitted})
		}
	}
	slices.Sort(lost)
	if len(f.Drafts) == 0 {
		return nil, lost
	}
	data, err := json.MarshalIndent(f, "", "  ")
	if err != nil { // strings and booleans can always be encoded
		return nil, lost
	}
	return append(data, '\n'), lost
}

// lockTimeout is how long a write waits for a concurrent session.
const lockTimeout = 5 * time.Second

// write replaces the file, mode 0600; nil removes it. If its current content is
// not was, it returns errChanged. It is not cancelled with ctx, because the
// basket is also written when the session ends.
func write(ctx context.Context, s *model.Session, data, was []byte) (err error) {
	if s.History.Dir() == "" {
		return errors.New("no state directory is known")
	}
	state := ownfiles.Peek(s.History.Dir())
	if data != nil {
		if state, err = ownfiles.Open(s.History.Dir()); err != nil {
			return err
		}
	}
	name := fileName(s)
	if data != nil || was != nil {
		waiting, cancel := context.WithTimeout(context.WithoutCancel(ctx), lockTimeout)
		defer cancel()
		unlock, err := state.LockAll(waiting)
		if err != nil {
			return reasonFirst(err, state.Path(name))
		}
		defer func() { err = errors.Join(err, unlock()) }()
	}
	now, _, err := state.ReadPart(name, 0, maxSize)
	switch {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return reasonFirst(err, state.Path(name))
	case !bytes.Equal(now, was):
		return errChanged
	case data == nil:
		return state.Remove(name)
	}
	return reasonFirst(state.WriteAtomic(name, data), state.Path(name))
}

// reasonFirst puts the reason before the file, and names the file instead of
// the temporary file.
func reasonFirst(err error, file string) error {
	if cause := host.Cause(err); cause != err {
		return fmt.Errorf("%w: %s", cause, file)
	}
	return err
}

func fileName(s *model.Session) string {
	sum := sha256.Sum256([]byte(s.HostName() + "\x00" + s.WholeRoot()))
	return "baskets/" + hex.EncodeToString(sum[:8]) + ".json"
}

// read reads the basket of this host and root. Rejected lists the drafts that
// cannot be restored, such as drafts of an unregistered type, or why the whole
// file is rejected. It then copies the file to Aside, replacing an earlier
// copy.
func read(s *model.Session) (Saved, error) {
	var b Saved
	if s.History.Dir() == "" {
		return b, nil
	}
	state := ownfiles.Peek(s.History.Dir())
	data, size, err := state.ReadPart(fileName(s), 0, maxSize)
	if errors.Is(err, fs.ErrNotExist) {
		return b, nil
	}
	if err != nil {
		return b, err
	}
	b.data = data
	var f file
	switch err := json.Unmarshal(data, &f); {
	case size > maxSize || err != nil:
		b.Rejected = []string{"the file is malformed"}
	case f.Format != format:
		b.Rejected = []string{"an incompatible version of ralsh wrote the file"}
	case f.Host != s.HostName() || f.Root != s.WholeRoot():
		b.Rejected = []string{"the file belongs to " + f.Root + " on " + f.Host}
	default:
		for _, r := range f.Drafts {
			if d, err := s.Drafts.Restore(r.Saved); err != nil {
				b.Rejected = append(b.Rejected, err.Error())
			} else {
				b.Staged = append(b.Staged, Staged{d, r.Omitted})
			}
		}
	}
	if len(b.Rejected) == 0 {
		return b, nil
	}
	b.Aside = state.Path(fileName(s) + ".aside")
	return b, state.WriteAtomic(fileName(s)+".aside", data)
}

// content is the content of a file, by resource. A malformed file is empty.
type content map[key]record

// key identifies a draft in a file.
type key struct{ typ, title, provider string }

func parse(data []byte) content {
	var f file
	if json.Unmarshal(data, &f) != nil {
		return nil
	}
	c := make(content)
	for _, r := range f.Drafts {
		c[r.key()] = r
	}
	return c
}

// find returns the record of the same resource as a draft, and whether it exists.
func (c content) find(d *draft.Draft) (record, bool) {
	saved, _, _ := d.Saved()
	r, ok := c[record{Saved: saved}.key()]
	return r, ok
}

// same reports whether it contains the draft unchanged.
func (c content) same(st Staged) bool {
	saved, _, whole := st.Draft.Saved()
	r, ok := c[record{Saved: saved}.key()]
	return whole && ok && r.text() == record{saved, st.Omitted}.text()
}

func (r record) key() key { return key{r.Type, r.Title, r.Provider} }

// text returns the whole record, for comparison.
func (r record) text() string {
	data, err := json.Marshal(r)
	if err != nil { // strings and booleans can always be encoded
		return ""
	}
	return string(data)
}
