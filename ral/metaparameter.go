package ral

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"ralsh/ral/value"
)

// metaparameters returns the attributes that every type has (semantics.md
// M1-M12).
func metaparameters() []*Attribute {
	return []*Attribute{
		meta("noop", "Report the changes and send events, but change nothing on the host.", Literals("true", "false")...),
		meta("schedule", "The name of a schedule resource. Outside of the schedule, ralsh skips the resource."),
		audit(),
		loglevel(),
		meta("alias", "A further name of the resource, for references."),
		tagParam(),
		relationship("require", "Resources that precede this resource."),
		relationship("subscribe", "Resources that precede this resource. Their changes refresh it."),
		relationship("before", "Resources that follow this resource."),
		relationship("notify", "Resources that follow this resource. Its changes refresh them."),
		meta("stage", "The run stage of a class."),
	}
}

// Metaparameter reports whether name is a metaparameter.
func Metaparameter(name string) bool {
	return slices.ContainsFunc(metaparameters(), func(a *Attribute) bool { return a.Name == name })
}

func meta(name, doc string, values ...Allowed) *Attribute {
	return &Attribute{Name: name, Kind: Meta, Doc: doc, Values: values}
}

func loglevel() *Attribute {
	a := meta("loglevel", "The level at which changes are reported.",
		Literals("debug", "info", "notice", "warning", "err", "alert", "emerg", "crit", "verbose")...)
	a.Default = value.Sym("notice")
	return a
}

func audit() *Attribute {
	a := meta("audit", "Properties to audit: ralsh reports changes by other programs. `all` means all properties.")
	a.IsList = true
	a.ValidateFn = func(h Hook, v value.Value) error {
		names := v.Elements()
		for _, name := range names {
			text := name.Text()
			if (text != "all" || len(names) > 1) && h.R.Type.Attr(text) == nil {
				return fmt.Errorf("Cannot audit %s: not a valid attribute for %s", text, h.R.Ref())
			}
		}
		return nil
	}
	return a
}

func tagParam() *Attribute {
	a := meta("tag", "Tags by which a run can be restricted.")
	a.IsList = true
	a.ValidateFn = func(_ Hook, v value.Value) error {
		for _, tag := range v.Elements() {
			if !ValidTag(tag.Text()) {
				return errors.New("Invalid tag '" + tag.Text() + "'")
			}
		}
		return nil
	}
	a.MungeFn = func(_ Hook, v value.Value) (value.Value, error) { return value.ListOf(v.Elements()...), nil }
	return a
}

// ValidTag reports whether text is a valid tag (semantics.md M6).
func ValidTag(text string) bool {
	for i := range len(text) {
		c := text[i]
		word := c == '_' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !word && (i == 0 || c != ':' && c != '.' && c != '-') {
			return false
		}
	}
	return text != ""
}

// relationship returns a metaparameter that accepts references or their text,
// Type[title], or a list of them.
func relationship(name, doc string) *Attribute {
	a := meta(name, doc)
	a.IsList = true
	a.Example = "Package[nginx]"
	a.MungeFn = func(_ Hook, v value.Value) (value.Value, error) {
		els := v.Elements()
		refs := make([]value.Value, 0, len(els))
		for _, el := range els {
			ref, err := ParseRef(el)
			if err != nil {
				return value.Value{}, err
			}
			refs = append(refs, ref)
		}
		return value.ListOf(refs...), nil
	}
	return a
}

// Relates reports whether an attribute is a relationship.
func Relates(a *Attribute) bool {
	return a.Kind == Meta && slices.Contains(relationNames[:Mention], a.Name)
}

// ParseRef converts the text Type[title] to a reference. It returns a reference
// unchanged.
func ParseRef(v value.Value) (value.Value, error) {
	if v.Kind() == value.Reference {
		return v, nil
	}
	typ, title, ok := SplitRef(v.Text())
	if !ok {
		return value.Value{}, errors.New("not a reference of the form Type[title]: " + v.Inspect())
	}
	return value.Ref(typ, title), nil
}

// SplitRef splits the text Type[title]; the type is returned in lower case.
func SplitRef(text string) (typ, title string, ok bool) {
	open := strings.IndexByte(text, '[')
	if open <= 0 || !strings.HasSuffix(text, "]") {
		return "", "", false
	}
	return strings.ToLower(text[:open]), text[open+1 : len(text)-1], true
}
