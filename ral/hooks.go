package ral

import (
	"context"

	"ralsh/ral/value"
)

// Attribute.Hooks implements some of these interfaces. Each has one method, which few
// attributes need. The registry checks once which of them a value implements.
type (
	// Publisher reports values of a sensitive attribute that are not secret, such as
	// the password "!" of an account without a password.
	Publisher interface {
		Public(v value.Value) bool
	}
	// SecretDescriber describes a secret without any part of it: "yescrypt hash,
	// locked".
	SecretDescriber interface {
		DescribeSecret(v value.Value) string
	}
	// Warner returns a warning about a value that is valid but likely wrong, or "".
	// ValidateFn cannot warn: Puppet accepts a password that is not a hash. v is
	// revealed; a warning never contains a secret.
	Warner interface {
		Warn(v value.Value) string
	}
	// Undeclarer returns why a current value cannot be declared, or the placeholder
	// that a document shows instead, such as a checksum for binary content.
	Undeclarer interface {
		Undeclarable(inst *Instance, is value.Value) (instead value.Value, why string)
	}
	// Skipper returns why a run skips the desired value on this host although the
	// resource is in sync or was made, or "". A run reports it like a dropped
	// attribute.
	Skipper interface {
		SkipReason(h Hook) string
	}
	// Unmunger converts a munged value to the value that ralsh displays and passes on.
	// Modules implement it.
	Unmunger interface {
		Unmunge(h Hook, v value.Value) value.Value
	}
)

// The interfaces that Type.Hooks may implement.
type (
	// TitleSplitter replaces Titles: it returns the namevars that a title sets.
	// Modules in Ruby have it.
	TitleSplitter interface {
		SplitTitle(ctx context.Context, title string) ([]Attr, error)
	}
	// Titler returns the title of a resource from its namevars, regardless of the
	// declared title: name@type of sshkey. Without it the declared title is used.
	Titler interface {
		TitleOf(r *Resource) string
	}
	// HostIgnorer reports whether a resource is in sync regardless of the host: a
	// command that runs only on refresh.
	HostIgnorer interface {
		IgnoresHost(r *Resource) bool
	}
	// PresenceTester reports whether an instance is present. Without it
	// PresentByEnsure does (semantics.md T56).
	PresenceTester interface {
		IsPresent(inst *Instance) bool
	}
	// RuntimeTester reports whether an instance exists only at runtime and in no file,
	// such as a mounted file system that /etc/fstab does not contain. An instance that
	// is not present always does.
	RuntimeTester interface {
		OnlyNow(inst *Instance) bool
	}
	// Purger returns the instances of a type that a resource of this type removes
	// unless they are declared (semantics.md T58).
	Purger interface {
		Purge(r *Resource) *Purge
	}
)

// UnmungeFunc is a function that is an Unmunger.
type UnmungeFunc func(h Hook, v value.Value) value.Value

// Unmunge calls the function.
func (f UnmungeFunc) Unmunge(h Hook, v value.Value) value.Value { return f(h, v) }

// attributeHooks are the interfaces that Attribute.Hooks implements; the rest is nil.
type attributeHooks struct {
	publisher  Publisher
	describer  SecretDescriber
	warner     Warner
	undeclarer Undeclarer
	skipper    Skipper
	unmunger   Unmunger
}

func attributeHooksOf(x any) (h attributeHooks, found bool) {
	h.publisher, _ = x.(Publisher)
	h.describer, _ = x.(SecretDescriber)
	h.warner, _ = x.(Warner)
	h.undeclarer, _ = x.(Undeclarer)
	h.skipper, _ = x.(Skipper)
	h.unmunger, _ = x.(Unmunger)
	return h, h != attributeHooks{}
}

// typeHooks are the interfaces that Type.Hooks implements; the rest is nil.
type typeHooks struct {
	splitter TitleSplitter
	titler   Titler
	ignorer  HostIgnorer
	presence PresenceTester
	runtime  RuntimeTester
	purger   Purger
}

func typeHooksOf(x any) (h typeHooks, found bool) {
	h.splitter, _ = x.(TitleSplitter)
	h.titler, _ = x.(Titler)
	h.ignorer, _ = x.(HostIgnorer)
	h.presence, _ = x.(PresenceTester)
	h.runtime, _ = x.(RuntimeTester)
	h.purger, _ = x.(Purger)
	return h, h != typeHooks{}
}
