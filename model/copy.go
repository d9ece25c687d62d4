package model

import (
	"encoding/json"
	"fmt"

	"ralsh/ral"
	"ralsh/ral/manifest"
)

// Format is how a resource is written for copying.
type Format string

// The formats of a copied resource.
const (
	AsPuppet Format = "puppet"
	AsYAML   Format = "yaml"
	AsJSON   Format = "json"
)

// Copy writes an instance as code. Secrets are left out, and the text says so.
func Copy(inst *ral.Instance, as Format) (string, error) {
	r := manifest.FromInstance(inst, false)
	switch as {
	case AsPuppet:
		return manifest.Puppet(r), nil
	case AsYAML:
		return yamlOf(r)
	case AsJSON:
		out, err := json.MarshalIndent(InstanceJSON(inst, false), "", "  ")
		return string(out) + "\n", err
	}
	return "", fmt.Errorf("no format is called %s; there are puppet, yaml and json", as)
}

// CopyDraft writes what a draft wants, in the same formats.
func CopyDraft(d *Draft, as Format) (string, error) {
	r := writable(d, false)
	switch as {
	case AsPuppet:
		return manifest.Puppet(r), nil
	case AsYAML:
		return yamlOf(r)
	case AsJSON:
		in := Instance{
			Type: r.Type, Title: r.Title, Provider: r.Provider,
			Properties: make(map[string]any), Unknown: make(map[string]string), Redacted: append([]string{}, r.Redacted...),
		}
		for _, a := range r.Attrs {
			in.Properties[a.Name] = a.Value.Plain()
		}
		out, err := json.MarshalIndent(in, "", "  ")
		return string(out) + "\n", err
	}
	return "", fmt.Errorf("no format is called %s; there are puppet, yaml and json", as)
}

// yamlOf is a resource in YAML, with a comment for each secret that is left out.
func yamlOf(r manifest.Resource) (string, error) {
	text, err := manifest.YAML(r)
	for _, name := range r.Redacted {
		text += "# " + name + " is a secret and left out\n"
	}
	return text, err
}

// Instance is one instance in JSON.
type Instance struct {
	Type       string            `json:"type"`
	Title      string            `json:"title"`
	Provider   string            `json:"provider"`
	Properties map[string]any    `json:"properties"`
	Unknown    map[string]string `json:"unknown"`
	Redacted   []string          `json:"redacted"`
	// ReadOnly are the properties that are no part of a declaration, and OmitReason
	// is why there can be none of the instance.
	ReadOnly []string `json:"read_only,omitempty"`
	LeftOut  string   `json:"left_out,omitempty"`
}

// InstanceJSON is an instance as JSON carries it: all properties that the
// provider speaks of, null where they are unknown or secret, and those named.
func InstanceJSON(inst *ral.Instance, show bool) Instance {
	in := Instance{
		Type: inst.Type.Name, Title: inst.Name, Provider: inst.Provider.Name,
		Properties: make(map[string]any), Unknown: make(map[string]string), Redacted: []string{}, LeftOut: inst.OmitReason(),
	}
	for _, a := range inst.Type.Properties() {
		if !inst.Known(a.Name) {
			continue
		}
		is := inst.Get(a.Name)
		if show {
			is = is.Reveal()
		}
		instead := a.PlaceholderFor(is)
		in.Properties[a.Name] = is.Plain()
		if !instead.IsNil() && !is.IsSecret() {
			in.Properties[a.Name] = instead.Plain()
		}
		if is.IsUnknown() {
			in.Unknown[a.Name] = is.Reason()
		}
		if is.IsSecret() {
			in.Redacted = append(in.Redacted, a.Name)
		}
		if !is.IsAbsent() && (a.ReadOnly || !instead.IsNil() || inst.RejectReason(a, is) != "") {
			in.ReadOnly = append(in.ReadOnly, a.Name)
		}
	}
	return in
}
