package transaction

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// EarlierSecrets are the secrets that earlier runs on a root put there. What they
// are is not known, only where they are.
type EarlierSecrets struct {
	Files map[string]bool // by their real paths: they hold a secret
	// Values are properties, by SecretKey and name, each with the SecretSum of the
	// value that a later run declared in clear, "" for none: any other is a secret.
	Values map[string]map[string]string
}

// SecretKey names the thing that a resource is about, whatever its title is.
func SecretKey(r *ral.Resource) string {
	return r.Type.Name + " " + value.ListOf(r.Key()...).Inspect()
}

// SecretSum is a checksum of a value.
func SecretSum(v value.Value) string {
	sum := sha256.Sum256([]byte(v.Reveal().Inspect()))
	return hex.EncodeToString(sum[:])
}

// learnEarlier teaches the secrets of a walk what earlier runs left in files.
func (w *walk) learnEarlier(ctx context.Context, rd host.Reader) {
	if w.Earlier == nil {
		return
	}
	for path := range w.Earlier.Files {
		var content []byte
		if now, err := rd.ReadFileState(ctx, path, false); err == nil && now.Kind == "file" {
			content, _ = rd.ReadFile(ctx, path) // an unreadable file has no content here
		}
		w.secrets.HideFile(path, string(content))
	}
}

// hideEarlier is what was found, with the secrets of earlier runs marked.
func (w *walk) hideEarlier(r *ral.Resource, found *ral.Instance) *ral.Instance {
	if w.Earlier == nil {
		return found
	}
	var values map[string]string
	if len(w.Earlier.Values) > 0 {
		values = w.Earlier.Values[SecretKey(r)]
	}
	hidden := found
	for _, a := range r.Type.Properties() {
		is := found.Get(a.Name)
		if is.IsNil() || is.IsAbsent() || is.IsUnknown() || is.IsSecret() || is.Kind() == value.Symbol {
			continue
		}
		if sum, marked := values[a.Name]; marked && sum != SecretSum(is) {
			w.secrets.LearnEarlier(is)
		} else if !w.secrets.Holds(is.Text()) {
			continue
		}
		if hidden == found {
			hidden = found.Clone()
		}
		hidden.Set(a.Name, value.Secret(is))
	}
	return hidden
}

// found is what was found of a property, for what shows: marked where an earlier run
// left a secret.
func (s *Step) found(a *ral.Attribute) value.Value {
	if is := s.Found.Get(a.Name); is.IsSecret() {
		return is
	}
	return s.Resource.Found.Get(a.Name).Reveal()
}
