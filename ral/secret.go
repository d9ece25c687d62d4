package ral

import (
	"slices"

	"ralsh/ral/deferred"
	"ralsh/ral/redact"
	"ralsh/ral/value"
)

// IsSecret reports whether no output may show an attribute: its type or
// declaration makes it sensitive, or the resource hides it.
func (r *Resource) IsSecret(attr string) bool {
	if r == nil {
		return false
	}
	return r.marked(r.Type.Attr(attr)) || r.hides(attr)
}

// marked reports whether an attribute is a secret by its type or declaration.
func (r *Resource) marked(a *Attribute) bool {
	if a == nil {
		return false
	}
	h, known := r.vals.find(a), r.Decl.Sensitive
	return a.Sensitive || h != nil && h.secret || known != nil && slices.Contains(*known, a.Name)
}

// hides reports whether the resource hides its content, such as a file with show_diff
// => false. The content may contain a secret.
func (r *Resource) hides(attr string) bool {
	if attr != "content" && attr != "value" || r.Type.showDiff == nil {
		return false
	}
	return !r.Get("show_diff").IsNil() && !r.True("show_diff")
}

// OnlyHides reports whether the resource hides an attribute that is not a secret by its
// type or declaration. The journal may save its previous value for an undo; no output
// shows it.
func (r *Resource) OnlyHides(attr string) bool {
	return r != nil && r.hides(attr) && !r.marked(r.Type.Attr(attr))
}

// HidesContent reports whether the resource hides the content that it writes, and has
// no secrets.
func (r *Resource) HidesContent() bool {
	return r != nil && (r.OnlyHides("content") || r.OnlyHides("value")) && !slices.ContainsFunc(r.Type.order, func(a *Attribute) bool {
		return r.Has(a.Name) && r.marked(a)
	})
}

// Hides reports whether a value of the attribute is a secret by its type. A missing
// value is not.
func (a *Attribute) Hides(v value.Value) bool {
	return a.Sensitive && !v.IsNil() && !v.IsAbsent() && !v.IsUnknown() && (a.hooks.publisher == nil || !a.hooks.publisher.Public(v.Reveal()))
}

// KindOfSecret describes a secret of the attribute without any part of it. It returns
// "" if the type has no SecretDescriber.
func (a *Attribute) KindOfSecret(v value.Value) string {
	if v = v.Reveal(); a == nil || a.hooks.describer == nil || v.IsNil() || v.IsAbsent() || v.IsUnknown() {
		return ""
	}
	return a.hooks.describer.DescribeSecret(v)
}

// declaresSecret reports whether the declaration, and not only the type, makes
// an attribute a secret.
func (r *Resource) declaresSecret(a *Attribute) bool {
	return r.Decl.Sensitive != nil && slices.Contains(*r.Decl.Sensitive, a.Name) ||
		slices.ContainsFunc(r.Decl.Attrs, func(d Attr) bool { return d.Name == a.Name && d.Value.IsSecret() })
}

// Shown is Get for output: secrets are wrapped.
func (r *Resource) Shown(attr string) value.Value { return r.mask(attr, r.Get(attr)) }

// ShownIs returns the current value of a property for output. It also hides that a
// secret is absent, but not that hidden content is.
func (r *Resource) ShownIs(attr string, is value.Value) value.Value {
	if r == nil {
		return is
	}
	if is.IsAbsent() && r.marked(r.Type.Attr(attr)) {
		return value.Secret(is)
	}
	return r.mask(attr, is)
}

// hasSecrets reports whether any attribute may be a secret. For most resources it is
// false, and their attributes need not be checked.
func (r *Resource) hasSecrets() bool {
	return r.Type.hasSensitive || r.Decl.Sensitive != nil || r.vals.anySecret() || r.hides("content") || r.hides("value") ||
		slices.ContainsFunc(r.Decl.Attrs, func(a Attr) bool { return a.Value.IsSecret() })
}

// ShownInstance returns the instance for output, with secrets wrapped.
func (r *Resource) ShownInstance(found *Instance) *Instance {
	if !r.hasSecrets() {
		return found
	}
	shown := found
	for _, a := range r.Type.props {
		is := found.Get(a.Name)
		if masked := r.mask(a.Name, is); masked.IsSecret() && !is.IsSecret() {
			if shown == found {
				shown = found.Clone()
			}
			shown.Set(a.Name, masked)
		}
	}
	return shown
}

// mask wraps a secret; a nil, absent or unknown value is not wrapped.
func (r *Resource) mask(attr string, v value.Value) value.Value {
	if !r.IsSecret(attr) || v.IsNil() || v.IsAbsent() || v.IsUnknown() {
		return v
	}
	if a := r.Type.Attr(attr); a.Sensitive && !a.Hides(v) && !v.IsSecret() && !r.declaresSecret(a) {
		return v
	}
	return value.Secret(v)
}

// TeachSecrets adds the secrets of a resource to a redactor: declared, desired and
// current values, and secret arguments of deferred calls. found may be nil.
func (r *Resource) TeachSecrets(red *redact.Redactor, found *Instance) {
	if r.Decl.Deferred != nil {
		for _, a := range *r.Decl.Deferred {
			deferred.Learn(red, a.Value)
		}
	}
	if !r.hasSecrets() {
		return
	}
	learn := func(name string, v value.Value) {
		switch shown := r.mask(name, v); {
		case !shown.IsSecret():
		case r.OnlyHides(name):
			red.LearnHidden(shown)
		default:
			red.Learn(shown)
		}
	}
	for _, given := range r.Decl.Attrs {
		learn(given.Name, given.Value)
	}
	for _, a := range r.Type.order {
		if !r.IsSecret(a.Name) {
			continue
		}
		for _, v := range r.Munged(a.Name) {
			learn(a.Name, v)
		}
		learn(a.Name, r.Get(a.Name))
		if found != nil && a.Kind == Property {
			learn(a.Name, found.Get(a.Name))
		}
	}
}
