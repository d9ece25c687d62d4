package ral

import (
	"ralsh/ral/diagnostic"
	"ralsh/ral/value"
)

// title sets the namevars from the title: a single namevar to the whole title, several
// namevars to the groups of the first matching pattern. Declared values take precedence
// (semantics.md T20-T23).
func (b *construction) title() {
	t, title := b.r.Type, b.r.Title
	switch {
	case title == "":
		b.badTitle("a title or name must be given")
	case t.hooks.splitter != nil:
		b.split()
	case len(t.Titles) > 0:
		b.patterns()
	case len(t.namevars) == 0:
		b.badTitle(noPattern(title))
	case len(t.namevars) > 1:
		b.badTitle("you must specify title patterns when there are two or more key attributes")
	case !b.sets(t.namevars[0]):
		b.assign(t.namevars[0], value.Str(title), "", false)
	}
}

func (b *construction) badTitle(text string) {
	b.add(diagnostic.Diag{Kind: diagnostic.BadTitle, Message: text})
}

func noPattern(title string) string {
	return "No set of title patterns matched the title \"" + title + "\"."
}

// sets reports whether the declaration sets the attribute.
func (b *construction) sets(a *Attribute) bool {
	for _, given := range b.r.Decl.Attrs {
		if given.Name == a.Name || given.Name == "name" && b.r.Type.Attr("name") == a {
			return true
		}
	}
	return false
}

// split sets the namevars that the type finds in the title.
func (b *construction) split() {
	attrs, err := b.r.Type.hooks.splitter.SplitTitle(b.ctx, b.r.Title)
	if err != nil {
		b.badTitle(err.Error())
	}
	for _, at := range attrs {
		b.titles(at.Name, at.Value)
	}
}

// titles sets an attribute from the title, unless the declaration sets it.
func (b *construction) titles(name string, v value.Value) {
	if a := b.r.Type.Attr(name); a != nil && !b.sets(a) {
		b.titled = append(b.titled, Attr{Name: a.Name, Value: v})
	}
}

func (b *construction) patterns() {
	title := b.r.Title
	for _, p := range b.r.Type.Titles {
		at := p.Pattern.FindStringSubmatchIndex(title)
		if at == nil {
			continue
		}
		for i, name := range p.Attrs {
			b.titles(name, p.group(title, at, i))
		}
		return
	}
	b.badTitle(noPattern(title))
}

// group returns the value of the i-th group, nil for a group that does not
// participate in the match.
func (p TitlePattern) group(title string, at []int, i int) value.Value {
	if 2*i+3 >= len(at) || at[2*i+2] < 0 {
		return value.Value{}
	}
	text := title[at[2*i+2]:at[2*i+3]]
	if i < len(p.Munge) && p.Munge[i] != nil {
		return p.Munge[i](text)
	}
	return value.Str(text)
}
