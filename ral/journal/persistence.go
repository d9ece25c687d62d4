package journal

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"time"
	"unicode/utf8"

	"ralsh/ral/earlier"
	"ralsh/ral/host"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/journal/stored"
	"ralsh/ral/value"
)

// forgotten is how long the state of an unused resource is kept, as in Puppet
// (statettl).
const forgotten = 32 * 24 * time.Hour

// persistenceFile is the state kept between the runs on a root.
type persistenceFile struct {
	Schema    int                           `json:"schema"`
	Root      string                        `json:"root"`
	Salt      []byte                        `json:"salt,omitempty"`
	Resources map[string]*persistedResource `json:"resources"`
}

type persistedResource struct {
	Checked     time.Time                 `json:"checked,omitzero"`
	Synced      time.Time                 `json:"synced,omitzero"`
	Audited     map[string]stored.Value   `json:"audited,omitempty"`
	SystemValue map[string][]stored.Value `json:"brought,omitempty"`
}

// persistenceName returns the file of a root in the state directory.
func persistenceName(root string) string {
	sum := sha256.Sum256([]byte(root))
	return "memory/" + hex.EncodeToString(sum[:8]) + ".json"
}

// LoadPersistence reads the state kept between the runs on a root. After an
// error, which names the file, the Persistence is empty but not nil.
func LoadPersistence(state *ownfiles.State, root string) (*earlier.Persistence, error) {
	p := &earlier.Persistence{}
	name := persistenceName(root)
	var f persistenceFile
	there, err := readAbout(state, name, root, &f)
	if there && err == nil {
		if p, err = f.persistence(); err != nil {
			err = fmt.Errorf("%s: %w", state.Path(name), err)
		}
	}
	if err != nil {
		return &earlier.Persistence{}, fmt.Errorf("cannot read the data of earlier runs: %w; ralsh starts with empty data", err)
	}
	return p, nil
}

func (f *persistenceFile) about() (int, string) { return f.Schema, f.Root }

// readAbout reads a file about a root in the state directory. It reports whether the
// file exists; the error names the file.
func readAbout(state *ownfiles.State, name, root string, into interface {
	about() (schema int, root string)
},
) (bool, error) {
	data, err := state.Read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return true, host.Plain(err)
	}
	if err = json.Unmarshal(data, into); err != nil {
		return true, fmt.Errorf("%s: invalid JSON: %w", state.Path(name), err)
	}
	switch schema, of := into.about(); {
	case schema != 1:
		err = fmt.Errorf("%s: its schema is %d", state.Path(name), schema)
	case of != root:
		err = fmt.Errorf("%s: it is about %s", state.Path(name), of)
	}
	return true, err
}

func (f *persistenceFile) persistence() (*earlier.Persistence, error) {
	p := &earlier.Persistence{Salt: f.Salt, Resources: make(map[string]*earlier.Resource, len(f.Resources))}
	for ref, r := range f.Resources {
		if r == nil {
			return nil, fmt.Errorf("it contains no data of %s", ref)
		}
		back := &earlier.Resource{Checked: r.Checked, Synced: r.Synced}
		for name, v := range r.Audited {
			is, err := v.Recalled()
			if err != nil {
				return nil, err
			}
			if back.Audited == nil {
				back.Audited = make(map[string]value.Value, len(r.Audited))
			}
			back.Audited[name] = is
		}
		for name, list := range r.SystemValue {
			if back.SystemValue == nil {
				back.SystemValue = make(map[string][]value.Value, len(r.SystemValue))
			}
			back.SystemValue[name] = make([]value.Value, len(list))
			for k, v := range list {
				is, err := v.Recalled()
				if err != nil {
					return nil, err
				}
				back.SystemValue[name][k] = is
			}
		}
		p.Resources[ref] = back
	}
	return p, nil
}

// Remember saves the state for the next run, without values that contain a
// secret of this run.
func (w *Writer) Remember(root string, p *earlier.Persistence) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	f := persistenceFile{Schema: 1, Root: root, Salt: p.Salt, Resources: make(map[string]*persistedResource, len(p.Resources))}
	var newest time.Time
	for _, known := range p.Resources {
		if known.Checked.After(newest) {
			newest = known.Checked
		}
	}
	for ref, known := range p.Resources {
		if utf8.ValidString(ref) && newest.Sub(known.Checked) < forgotten {
			f.Resources[ref] = w.remembered(known)
		}
	}
	data, err := json.Marshal(f)
	if err == nil {
		err = w.disk.WriteAtomic(persistenceName(root), data)
	}
	if err != nil {
		return fmt.Errorf("cannot write the data for later runs: %w", host.Plain(err))
	}
	return nil
}

func (w *Writer) remembered(known *earlier.Resource) *persistedResource {
	out := &persistedResource{Checked: known.Checked.UTC(), Synced: known.Synced.UTC()}
	for name, v := range known.Audited {
		if val, ok := w.noted(v); ok {
			if out.Audited == nil {
				out.Audited = make(map[string]stored.Value, len(known.Audited))
			}
			out.Audited[name] = val
		}
	}
	for name, list := range known.SystemValue {
		vals := make([]stored.Value, 0, len(list))
		for _, v := range list {
			if val, ok := w.noted(v); ok {
				vals = append(vals, val)
			}
		}
		if len(vals) != len(list) {
			continue
		}
		if out.SystemValue == nil {
			out.SystemValue = make(map[string][]stored.Value, len(known.SystemValue))
		}
		out.SystemValue[name] = vals
	}
	return out
}

// noted returns a value as the file stores it; of a secret, only the
// fingerprint.
func (w *Writer) noted(v value.Value) (stored.Value, bool) {
	if v.IsSecret() {
		return stored.Value{Secret: v.Reveal().Raw()}, true
	}
	if w.redactor.Holds(v.Inspect()) {
		return stored.Value{}, false
	}
	return w.redactor.Value(v, false, func([]byte) *stored.String { return &stored.String{Lost: true} }), true
}
