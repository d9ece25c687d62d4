package earlier

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/redact"
	"ralsh/ral/value"
)

// Secrets locates the secrets that earlier runs wrote on a root. It holds their
// locations, not their values.
type Secrets struct {
	Files map[string]bool // real paths of files that contain a secret
	// Values holds properties by SecretKey and name. The value is the SecretSum of a
	// value that a later run declared in clear, or ""; any other current value is a
	// secret.
	Values map[string]map[string]string
}

// SecretKey identifies the thing that a resource manages, independently of its
// title.
func SecretKey(r *ral.Resource) string { return secretKey(r.Type, r.Key()) }

func secretKey(t *ral.Type, key []value.Value) string {
	return t.Name + " " + value.ListOf(key...).Inspect()
}

// SecretSum returns a checksum of a value.
func SecretSum(v value.Value) string {
	sum := sha256.Sum256([]byte(v.Reveal().Inspect()))
	return hex.EncodeToString(sum[:])
}

// LearnFiles adds the secrets that earlier runs wrote to files to a redactor. e may be
// nil.
func (e *Secrets) LearnFiles(ctx context.Context, rd host.Reader, red *redact.Redactor) {
	if e == nil {
		return
	}
	for path := range e.Files {
		hideFile(ctx, rd, path, red)
	}
}

// hideFile adds a file that contains a secret, with its content, to a redactor.
func hideFile(ctx context.Context, rd host.Reader, path string, red *redact.Redactor) {
	var content []byte
	if now, err := rd.ReadFileState(ctx, path, false); err == nil && now.Kind == "file" {
		content, _ = rd.ReadFile(ctx, path) // an unreadable file has no content here
	}
	red.HideFile(path, string(content))
}

// Hide returns the instance with the secrets of earlier runs marked. The redactor learns
// them. e may be nil.
func (e *Secrets) Hide(r *ral.Resource, found *ral.Instance, red *redact.Redactor) *ral.Instance {
	if e == nil {
		return found
	}
	var values map[string]string
	if len(e.Values) > 0 {
		values = e.Values[SecretKey(r)]
	}
	return hide(found, values, red)
}

// hide returns the instance with its secrets marked: the properties in values, see
// Secrets.Values, and values that contain a secret of a redactor. The first
// redactor learns the properties in values.
func hide(found *ral.Instance, values map[string]string, reds ...*redact.Redactor) *ral.Instance {
	hidden := found
	for _, a := range found.Type.Properties() {
		is := found.Get(a.Name)
		if is.IsNil() || is.IsAbsent() || is.IsUnknown() || is.IsSecret() || is.Kind() == value.Symbol {
			continue
		}
		if sum, marked := values[a.Name]; marked && sum != SecretSum(is) {
			reds[0].LearnEarlier(is)
		} else if text := is.Text(); !slices.ContainsFunc(reds, func(red *redact.Redactor) bool { return red.Holds(text) }) {
			continue
		}
		if hidden == found {
			hidden = found.Clone()
		}
		hidden.Set(a.Name, value.Secret(is))
	}
	for _, red := range reds {
		if hidden != found {
			hidden.ProviderFindings = red.Texts(hidden.ProviderFindings)
		}
	}
	return hidden
}

// Marks returns a function that marks the secrets of earlier runs in instances of a
// type that are read for output, nil if they contain no secrets.
func (e *Secrets) Marks(ctx context.Context, rd host.Reader, t *ral.Type) func(*ral.Instance) *ral.Instance {
	written := false
	for key := range e.Values {
		written = written || strings.HasPrefix(key, t.Name+" ")
	}
	if !written && len(e.Files) == 0 {
		return nil
	}
	var file string // of the previous instance
	content := &redact.Redactor{}
	return func(found *ral.Instance) *ral.Instance {
		if from := fileOf(found); len(e.Files) > 0 && from != file {
			file, content = from, &redact.Redactor{}
			if path, err := rd.RealPath(ctx, from); err == nil && e.Files[path] {
				hideFile(ctx, rd, path, content)
			}
		}
		var values map[string]string
		if written {
			key, _ := t.KeyOf(ctx, found.Name, found.Keys...)
			values = e.Values[secretKey(t, key)]
		}
		if values == nil && content.Empty() {
			return found
		}
		return hide(found, values, &redact.Redactor{}, content)
	}
}

// fileOf returns the file in the source of an instance: /etc/hosts for
// "/etc/hosts:20". It returns "" without a path.
func fileOf(inst *ral.Instance) string {
	at := strings.Index(inst.From, "/")
	if at < 0 {
		return ""
	}
	file := inst.From[at:]
	if colon := strings.LastIndex(file, ":"); colon > 0 {
		if _, err := strconv.Atoi(file[colon+1:]); err == nil {
			return file[:colon]
		}
	}
	return file
}
