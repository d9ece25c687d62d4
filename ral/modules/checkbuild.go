package modules

import (
	"slices"

	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/modules/star/script"
)

// hooks builds a resource with only a title, and reports hooks that break and
// defaults that are rejected. A rejected title is not an error of the module,
// and the message about it suggests an example for the namevar.
func (c *checker) hooks(t *ral.Type) {
	var refused [][]diagnostic.Diag // per title: the rejected defaults
	tried := 0
	for _, title := range titles(t) {
		_, diags := c.try.Build(c.ctx, ral.Decl{Type: t.Name, Title: title})
		if slices.ContainsFunc(diags, func(d diagnostic.Diag) bool { return untitled(t, d) }) {
			continue
		}
		if tried++; tried == 1 {
			c.tryType(t, title)
			c.tryWhole(t, title)
		}
		var bad []diagnostic.Diag
		for _, d := range diags {
			if err := broken(d); err != nil {
				c.failed(t.Origin.File, err)
			} else if d.Default {
				bad = append(bad, d)
			}
		}
		refused = append(refused, bad)
	}
	if tried == 0 {
		c.remark(t.Origin.Pos, "cannot test a resource of %s: the titles example and /example are invalid; give the namevar a valid example", t.Name)
		return
	}
	for _, d := range refused[0] {
		if everywhere(refused, d.Attr) {
			c.wrong(t.Origin.Pos, "the default %s of %s is invalid: %s", d.Value.Inspect(), d.Attr, d.Message)
		}
	}
}

// broken returns the error of a hook that broke, nil for any other diagnostic.
func broken(d diagnostic.Diag) error {
	if _, is := script.FileFault(d.Cause); is || d.Broke {
		return d.Cause
	}
	return nil
}

// title returns an accepted title, "" if all tried titles are invalid.
func (c *checker) title(t *ral.Type) string {
	for _, title := range titles(t) {
		_, diags := c.try.Build(c.ctx, ral.Decl{Type: t.Name, Title: title})
		if !slices.ContainsFunc(diags, func(d diagnostic.Diag) bool { return untitled(t, d) }) {
			return title
		}
	}
	return ""
}

// titles returns possible titles of a resource.
func titles(t *ral.Type) []string {
	list := []string{"example", "/example"}
	for _, a := range t.Namevars() {
		if a.Example != "" {
			list = append(list, a.Example)
		}
	}
	return list
}

// untitled reports whether a diagnostic is about the title.
func untitled(t *ral.Type, d diagnostic.Diag) bool {
	a := t.Attr(d.Attr)
	return d.Kind == diagnostic.BadTitle || a != nil && a.Namevar && d.Kind != diagnostic.Dropped && !d.Default && !d.Broke
}

// everywhere reports whether the default of an attribute is rejected for every
// title. A computed default may depend on an unrealistic title.
func everywhere(refused [][]diagnostic.Diag, attr string) bool {
	for _, diags := range refused {
		if !slices.ContainsFunc(diags, func(d diagnostic.Diag) bool { return d.Attr == attr }) {
			return false
		}
	}
	return true
}
