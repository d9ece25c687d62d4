package journal

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/earlier"
	"ralsh/ral/host"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// secretsFile locates the secrets of the runs on a root. It does not contain the
// secrets.
type secretsFile struct {
	Schema int                          `json:"schema"`
	Root   string                       `json:"root"`
	Files  []string                     `json:"files,omitempty"`
	Values map[string]map[string]string `json:"values,omitempty"`
}

func secretsName(root string) string {
	return "secrets/" + strings.TrimPrefix(persistenceName(root), "memory/")
}

// LoadSecrets reads where earlier runs on a root wrote secrets. After an error,
// which names the file, the Secrets are empty but not nil.
func LoadSecrets(state *ownfiles.State, root string) (*earlier.Secrets, error) {
	e := &earlier.Secrets{Files: make(map[string]bool), Values: make(map[string]map[string]string)}
	name := secretsName(root)
	var f secretsFile
	if _, err := readAbout(state, name, root, &f); err != nil {
		return e, fmt.Errorf("cannot read which files contain secrets of earlier runs: %w", err)
	}
	for _, path := range f.Files {
		e.Files[path] = true
	}
	for key, values := range f.Values {
		if values != nil {
			e.Values[key] = values
		}
	}
	return e, nil
}

func (f *secretsFile) about() (int, string) { return f.Schema, f.Root }

// secretPlaces are the locations of secrets, updated by a run.
type secretPlaces struct {
	root  string
	known *earlier.Secrets
	dirty bool // not on the disk yet
}

func (p *secretPlaces) addFile(path string) {
	p.dirty = p.dirty || !p.known.Files[path]
	p.known.Files[path] = true
}

// dropFile removes a file, and everything below it if it was a directory.
func (p *secretPlaces) dropFile(path string) {
	for known := range p.known.Files {
		if known == path || strings.HasPrefix(known, path+"/") {
			delete(p.known.Files, known)
			p.dirty = true
		}
	}
}

// addValues adds the properties of a resource that this run declares as
// secrets. Properties that are secret by type are not added.
func (p *secretPlaces) addValues(r *ral.Resource) {
	if r == nil {
		return
	}
	for _, a := range r.Type.Properties() {
		if a.Sensitive || !r.Has(a.Name) || !r.IsSecret(a.Name) {
			continue
		}
		key := earlier.SecretKey(r)
		if p.known.Values[key] == nil {
			p.known.Values[key] = make(map[string]string)
		}
		if sum, known := p.known.Values[key][a.Name]; !known || sum != "" {
			p.known.Values[key][a.Name] = ""
			p.dirty = true
		}
	}
}

// clearValues records the values that a step set and declares in clear.
func (p *secretPlaces) clearValues(s *transaction.Step) {
	if s.Resource == nil || len(p.known.Values) == 0 {
		return
	}
	values := p.known.Values[earlier.SecretKey(s.Resource)]
	for name, was := range values {
		done := slices.ContainsFunc(s.Changes, func(c transaction.Change) bool { return c.Attr.Name == name && c.Status == transaction.Changed })
		if !done || s.Resource.IsSecret(name) {
			continue
		}
		now := s.Resource.Get(name)
		if s.Now != nil {
			now = s.Now.Get(name)
		}
		if sum := earlier.SecretSum(now); sum != was {
			values[name], p.dirty = sum, true
		}
	}
}

// foresee adds the secrets that a plan will write, so that they are saved with a single
// write.
func (p *secretPlaces) foresee(steps []*transaction.Step) {
	for _, s := range steps {
		if s.Status != transaction.Planned {
			continue
		}
		p.addValues(s.Resource)
		for _, d := range s.Results {
			if d.Act.Kind == host.ActWrite && d.Act.Secret && d.Act.ShownArgs == "" {
				p.addFile(fileOf(d.Act))
			}
		}
	}
}

func fileOf(act host.Act) string {
	if act.Real != "" {
		return act.Real
	}
	return act.Path
}

// markSecrets records where the current act writes a secret, before it is
// tried.
func (w *Writer) markSecrets(act host.Act) error {
	w.places.addValues(w.resource(w.step.n))
	if act.Kind == host.ActWrite && (act.Secret || w.redactor.Holds(string(act.After))) {
		w.places.addFile(fileOf(act))
	}
	return w.saveSecrets()
}

func (w *Writer) saveSecrets() error {
	if !w.places.dirty {
		return nil
	}
	f := secretsFile{Schema: 1, Root: w.places.root, Files: slices.Sorted(maps.Keys(w.places.known.Files)), Values: w.places.known.Values}
	data, err := json.Marshal(f)
	if err == nil {
		err = w.disk.WriteAtomic(secretsName(w.places.root), data)
	}
	if err != nil {
		return fmt.Errorf("cannot record where the run writes secrets: %w", host.Plain(err))
	}
	w.places.dirty = false
	return nil
}

// clears reports whether a file contains no secret after an act: its content is
// declared in clear, or the file is gone.
func (w *Writer) clears(act host.Act) bool {
	switch act.Kind {
	case host.ActRemove, host.ActSymlink, host.ActMkdir:
		return true
	case host.ActWrite:
	default:
		return false
	}
	r := w.resource(w.step.n)
	if r == nil || act.Secret || w.redactor.Holds(string(act.After)) {
		return false
	}
	return slices.ContainsFunc(r.Decl.Attrs, func(a ral.Attr) bool {
		text := a.Value.Reveal()
		return text.Kind() == value.String && text.Raw() == string(act.After) && !r.IsSecret(a.Name)
	})
}
