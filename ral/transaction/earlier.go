package transaction

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// EarlierSecrets locates the secrets that earlier runs wrote on a root. It
// holds their locations, not their values.
type EarlierSecrets struct {
	Files map[string]bool // real paths of files that contain a secret
	// Values holds properties by SecretKey and name. The value is the SecretSum
	// of what a later run declared in clear, or ""; any other current value is
	// a secret.
	Values map[string]map[string]string
}

// SecretKey identifies the thing that a resource manages, independently of its
// title.
func SecretKey(r *ral.Resource) string {
	return r.Type.Name + " " + value.ListOf(r.Key()...).Inspect()
}

// SecretSum returns a checksum of a value.
func SecretSum(v value.Value) string {
	sum := sha256.Sum256([]byte(v.Reveal().Inspect()))
	return hex.EncodeToString(sum[:])
}

// learnEarlier adds the secrets that earlier runs wrote to files to the
// redactor.
func (rec *recording) learnEarlier(ctx context.Context, rd host.Reader) {
	if rec.earlier == nil {
		return
	}
	for path := range rec.earlier.Files {
		var content []byte
		if now, err := rd.ReadFileState(ctx, path, false); err == nil && now.Kind == "file" {
			content, _ = rd.ReadFile(ctx, path) // an unreadable file has no content here
		}
		rec.secrets.HideFile(path, string(content))
	}
}

// hideEarlier returns the instance with the secrets of earlier runs marked.
func (rec *recording) hideEarlier(r *ral.Resource, found *ral.Instance) *ral.Instance {
	if rec.earlier == nil {
		return found
	}
	var values map[string]string
	if len(rec.earlier.Values) > 0 {
		values = rec.earlier.Values[SecretKey(r)]
	}
	hidden := found
	for _, a := range r.Type.Properties() {
		is := found.Get(a.Name)
		if is.IsNil() || is.IsAbsent() || is.IsUnknown() || is.IsSecret() || is.Kind() == value.Symbol {
			continue
		}
		if sum, marked := values[a.Name]; marked && sum != SecretSum(is) {
			rec.secrets.LearnEarlier(is)
		} else if !rec.secrets.Holds(is.Text()) {
			continue
		}
		if hidden == found {
			hidden = found.Clone()
		}
		hidden.Set(a.Name, value.Secret(is))
	}
	return hidden
}

// found returns the current value of a property for display, marked as a secret
// if an earlier run set a secret there.
func (s *Step) found(a *ral.Attribute) value.Value {
	if is := s.Found.Get(a.Name); is.IsSecret() {
		return is
	}
	return s.Resource.Found.Get(a.Name).Reveal()
}
