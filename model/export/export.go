package export

import (
	"encoding/json"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/manifest"
	"ralsh/ral/value"
)

// Format is a format for copied resources.
type Format string

// The formats of a copied resource.
const (
	Puppet Format = "puppet"
	YAML   Format = "yaml"
	JSON   Format = "json"
)

func unknownFormat(as Format) error {
	return fmt.Errorf("unknown format %q (use puppet, yaml or json)", string(as))
}

// Copy returns an instance as code, with a comment for each omitted secret.
func Copy(inst *ral.Instance, as Format) (string, error) {
	r := manifest.FromInstance(inst, false)
	switch as {
	case Puppet:
		return manifest.Puppet(r), nil
	case YAML:
		return yamlOf(r)
	case JSON:
		out, err := json.MarshalIndent(InstanceJSON(inst, false), "", "  ")
		return string(out) + "\n", err
	}
	return "", unknownFormat(as)
}

// Resource returns a declaration as code, with a comment for each omitted secret.
func Resource(r manifest.Resource, as Format) (string, error) {
	switch as {
	case Puppet:
		return manifest.Puppet(r), nil
	case YAML:
		return yamlOf(r)
	case JSON:
		in := Instance{
			Type: r.Type, Title: r.Title, Provider: r.Provider,
			Properties: make(map[string]any), Unknown: make(map[string]string), Redacted: []string{},
		}
		for _, secret := range r.Redacted {
			in.redact(secret.Name, secret.Reason)
		}
		for _, a := range r.Attrs {
			in.Properties[a.Name] = a.Value.Plain()
		}
		out, err := json.MarshalIndent(in, "", "  ")
		return string(out) + "\n", err
	}
	return "", unknownFormat(as)
}

// yamlOf returns a resource in YAML, with a comment for each omitted secret.
func yamlOf(r manifest.Resource) (string, error) {
	text, err := manifest.YAML(r)
	return text + manifest.YAMLSecrets(r), err
}

// Instance is the JSON form of an instance.
type Instance struct {
	Type       string            `json:"type"`
	Title      string            `json:"title"`
	Provider   string            `json:"provider"`
	Properties map[string]any    `json:"properties"`
	LocatedBy  map[string]any    `json:"located_by,omitempty"` // Instance.Keys
	Unknown    map[string]string `json:"unknown"`
	Redacted   []string          `json:"redacted"`
	// Secrets describes the kinds of secrets, where the type knows them.
	Secrets map[string]string `json:"secrets,omitempty"`
	// ReadOnly lists the properties that cannot be declared. LeftOut is why the
	// instance cannot be declared at all.
	ReadOnly []string `json:"read_only,omitempty"`
	LeftOut  string   `json:"left_out,omitempty"`
}

func (in *Instance) redact(name, kind string) {
	in.Redacted = append(in.Redacted, name)
	if kind == "" {
		return
	}
	if in.Secrets == nil {
		in.Secrets = make(map[string]string)
	}
	in.Secrets[name] = kind
}

// InstanceJSON returns an instance for JSON: all properties that the provider
// set, null if unknown or secret, with their names in Unknown and Redacted.
func InstanceJSON(inst *ral.Instance, show bool) Instance {
	r := inst.AsResource()
	in := Instance{
		Type: inst.Type.Name, Title: inst.Name, Provider: inst.Provider.Name,
		Properties: make(map[string]any), Unknown: make(map[string]string), Redacted: []string{}, LeftOut: r.OmitReason(),
	}
	for _, key := range inst.Keys {
		if in.LocatedBy == nil {
			in.LocatedBy = make(map[string]any)
		}
		in.LocatedBy[key.Name] = key.Value.Plain()
	}
	for _, p := range appendShown(nil, r, show) {
		in.Properties[p.name] = p.is.Plain()
		if p.unknown {
			in.Unknown[p.name] = p.reason
		}
		if p.secret {
			in.redact(p.name, p.kind)
		}
		if p.readOnly {
			in.ReadOnly = append(in.ReadOnly, p.name)
		}
	}
	return in
}

// shownProperty is a property of an instance as JSON shows it.
type shownProperty struct {
	name     string
	is       value.Value
	unknown  bool
	reason   string // why it is unknown
	secret   bool
	kind     string // of a secret, if the type knows it
	readOnly bool
}

// appendShown appends the properties that the provider set, in the order of the
// type.
func appendShown(list []shownProperty, r *ral.Resource, show bool) []shownProperty {
	for i, a := range r.Type.Properties() {
		is := r.Found.At(i)
		if is.IsNil() {
			continue
		}
		if show {
			is = is.Reveal()
		}
		p := shownProperty{name: a.Name, is: is, unknown: is.IsUnknown(), reason: is.Reason(), secret: is.IsSecret()}
		if p.secret {
			p.kind = a.KindOfSecret(is)
		}
		if !is.IsAbsent() {
			instead, why := r.Undeclarable(a, is)
			if !instead.IsNil() && !p.secret {
				p.is = instead
			}
			p.readOnly = a.ReadOnly || !instead.IsNil() || why != ""
		}
		list = append(list, p)
	}
	return list
}
