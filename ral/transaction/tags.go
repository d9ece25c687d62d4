package transaction

import (
	"strings"

	"ralsh/ral"
)

// tags returns all tags of a resource, in lower case: its type, its title if it
// is a valid tag, and its declared tags; a tag a::b adds a and b. The tags of
// its containers must already be declared on it, as a compiler does
// (semantics.md X21).
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

func (o *Options) filtered(s *Step) Skip {
	switch {
	case len(o.SkipTags) > 0 && tagged(s, o.SkipTags):
		return HasSkipTag
	case len(o.Tags) > 0 && !tagged(s, o.Tags):
		return NotTagged
	}
	return NotSkipped
}

func tagged(s *Step, any []string) bool {
	has := s.tags()
	for _, tag := range any {
		if has[strings.ToLower(tag)] {
			return true
		}
	}
	return false
}
