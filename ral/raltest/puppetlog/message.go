package puppetlog

import (
	"errors"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// Path returns the path of a resource: /Stage[main]/Main/File[/x] (semantics.md T28).
func Path(s *transaction.Step) string {
	return "/" + strings.Join(Containment(s), "/")
}

// Containment returns the containers of a resource, outermost first, followed by the resource.
func Containment(s *transaction.Step) []string {
	names := []string{s.Ref()}
	if s.Decl.Container {
		names[0] = container(s)
	}
	for h := s.Container(); h != nil; h = h.Container() {
		names = append(names, container(h))
	}
	slices.Reverse(names)
	return names
}

// holderRef returns the reference of a container in the log: the name of a class has
// capitals.
func holderRef(s *transaction.Step) string {
	if s.Resource.Type.Name == "class" {
		return s.Resource.Type.Ref(ral.Capitalise(s.Resource.Title))
	}
	return s.Ref()
}

func container(s *transaction.Step) string {
	if s.Resource.Type.Name == "class" {
		return ral.Capitalise(s.Resource.Title)
	}
	return s.Ref()
}

// Message returns Puppet's message for a change (semantics.md L23-L26, L40).
func Message(s *transaction.Step, c *transaction.Change) string {
	var text string
	switch c.Status {
	case transaction.Audited:
		return "audit change: previously recorded value " + c.Attr.TextOfIs(s.Resource, c.Was) + " has been changed to " + c.IsText
	case transaction.Noop:
		text = "current_value " + c.IsText + ", should be " + c.Attr.TextOfShould(s.Resource, c.Should) + " (noop)"
	case transaction.Failed:
		text = "change from " + c.IsText + " to " + c.Attr.TextOfShould(s.Resource, c.Should) + " failed: " + changeDetail(s, c)
	default:
		text = c.Text
		if c.Should.IsSecret() || c.Is.IsSecret() {
			text = "changed [redacted] to [redacted]"
		}
	}
	if c.Audited && !c.Was.IsNil() && !c.Was.Equal(c.Is) && c.Status != transaction.Failed {
		text += " (previously recorded value was " + c.Attr.TextOfIs(s.Resource, c.Was) + ")"
	}
	if c.Corrective {
		text += " (corrective)"
	}
	return text
}

// noListing is Puppet's message for a provider that cannot list.
const noListing = "To support listing resources of this type the '%p' provider needs to implement an 'instances' class method " +
	"returning the current set of resources. We recommend porting your module to the simpler Resource API instead: " +
	"https://puppet.com/search/docs?keys=resource+api"

func reason(err error, p *ral.Provider) string {
	if errors.Is(err, onhost.ErrNoListing) {
		return strings.ReplaceAll(noListing, "%p", p.Name)
	}
	return detail(err)
}

// detail returns the text of an error; for a provider that panicked, the value it
// raised.
func detail(err error) string {
	if broke, ok := errors.AsType[*ral.PanicError](err); ok {
		return broke.Value
	}
	return err.Error()
}

// changeDetail returns why a change failed. An error raised by a value's method is
// wrapped, unless it is of the kind that providers return (semantics.md L20).
func changeDetail(s *transaction.Step, c *transaction.Change) string {
	if wrapped(s, c) {
		return "Could not set '" + c.Should.Text() + "' on " + c.Attr.Name + ": " + detail(c.Err)
	}
	return detail(c.Err)
}

func wrapped(s *transaction.Step, c *transaction.Change) bool {
	_, broke := errors.AsType[*ral.PanicError](c.Err)
	ready := c.Attr.Name == "ensure" && (c.Should.IsSym("present") || c.Should.IsAbsent())
	return broke && (ready || c.Attr.CallFor(c.Should) != "")
}

// providerClass returns the Ruby class of a provider (semantics.md P4).
func providerClass(p *ral.Provider) string {
	return "Puppet::Type::" + constant(p.Type) + "::Provider" + constant(p.Name)
}

func constant(name string) string {
	if name == "" {
		return name
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// place returns a position in Puppet's form: "(file: /site.pp, line: 5)".
func place(pos string) string {
	file, rest, _ := strings.Cut(pos, ":")
	line, _, _ := strings.Cut(rest, ":")
	switch {
	case file == "":
		return ""
	case line == "":
		return "(file: " + file + ")"
	}
	return "(file: " + file + ", line: " + line + ")"
}

func inspect(names ...string) string { return value.Strs(names...).Inspect() }
