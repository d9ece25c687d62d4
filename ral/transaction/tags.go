package transaction

import (
	"strings"

	"ralsh/ral"
)

// tags are all tags of a resource, in lower case: its type, its title if that
// can be one, and what it was given; a tag a::b adds a and b. Those of what
// contains it are given: a compiler does that (semantics.md X21).
func (s *Step) tags() map[string]bool {
	tags := make(map[string]bool)
	add := func(text string) {
		text = strings.ToLower(text)
		if !ral.ValidTag(text) {
			return
		}
		tags[text] = true
		for part := range strings.SplitSeq(text, "::") {
			if part != "" {
				tags[part] = true
			}
		}
	}
	add(s.Resource.Type.Name)
	add(s.Resource.Title)
	for _, tag := range s.Resource.Get("tag").Elements() {
		add(tag.Text())
	}
	for _, tag := range s.Decl.Tags {
		add(tag)
	}
	return tags
}

func (w *walk) filtered(s *Step) Skip {
	switch {
	case len(w.SkipTags) > 0 && w.tagged(s, w.SkipTags):
		return HasSkipTag
	case len(w.Tags) > 0 && !w.tagged(s, w.Tags):
		return NotTagged
	}
	return NotSkipped
}

func (w *walk) tagged(s *Step, any []string) bool {
	has := s.tags()
	for _, tag := range any {
		if has[strings.ToLower(tag)] {
			return true
		}
	}
	return false
}
