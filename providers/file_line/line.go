package fileline

import (
	"fmt"
	"regexp"

	"ralsh/ral"
	"ralsh/ral/lazyre"
)

// desiredLine is the desired state of a file's lines.
type desiredLine struct {
	r            *ral.Resource
	line         string // in the file's encoding
	match, after *regexp.Regexp
	latin1       bool
}

func desired(r *ral.Resource) (desiredLine, error) {
	w := desiredLine{r: r, line: r.Get("line").Text(), match: pattern(r, "match"), after: pattern(r, "after")}
	if w.latin1, _ = isLatin1(r.Get("encoding").Text()); !w.latin1 {
		return w, nil
	}
	var err error
	if w.line, err = toLatin1(w.line); err != nil {
		err = fmt.Errorf("cannot encode the line: %w", err)
	}
	return w, err
}

func pattern(r *ral.Resource, attr string) *regexp.Regexp {
	if v := r.Get(attr); !v.IsNil() {
		return lazyre.Ruby(v.Text()).Regexp()
	}
	return nil
}

// matches reports whether a line matches a pattern, in the file's encoding.
func (w desiredLine) matches(re *regexp.Regexp, l line) bool {
	if w.latin1 {
		return re.MatchString(fromLatin1(l.body))
	}
	return re.MatchString(l.body)
}

// count returns the number of matching lines. With replace_all_matches_not_matching_line
// it ignores lines that equal the line.
func (w desiredLine) count(c *content, matching []*node) int {
	n := len(matching)
	if w.r.True("replace_all_matches_not_matching_line") {
		for _, match := range matching {
			if match.body == w.line {
				n--
			}
		}
	}
	return n
}

// there returns the module's result for whether the resource exists: false requires a
// change. has reports whether the file contains the line. there evaluates the pattern
// only if the result depends on it.
func (w desiredLine) there(c *content, has bool) bool {
	has = has && w.r.Has("line")
	if w.match == nil {
		return has
	}
	replaces, appends := w.r.True("replace"), w.r.True("append_on_no_match")
	matched := func() bool { return w.count(c, c.matching(w, w.match)) > 0 }
	switch {
	case w.r.Removing():
		return has || w.r.True("match_for_absence") && matched()
	case w.r.True("replace_all_matches_not_matching_line"):
		return (has || !appends) && !matched()
	case has || replaces == appends:
		return has || !replaces
	}
	return matched() == appends // a match is left and another line is added, or the reverse
}

// apply makes the change. After an error the content is unchanged.
func (w desiredLine) apply(c *content) error {
	switch {
	case w.r.Removing():
		return w.destroy(c)
	case w.match != nil:
		return w.replace(c)
	case w.after != nil:
		return w.behind(c)
	}
	c.append(w.line)
	return nil
}

func (w desiredLine) replace(c *content) error {
	lines := c.matching(w, w.match)
	n := w.count(c, lines)
	switch {
	case n > 1 && !w.r.True("multiple"):
		return w.tooMany()
	case n > 0:
		for _, n := range lines {
			c.set(n, w.line)
		}
		return nil
	case w.after != nil:
		if lines := c.matching(w, w.after); len(lines) > 0 {
			c.insert(lines[0], w.line)
			return nil
		}
	}
	c.append(w.line)
	return nil
}

func (w desiredLine) tooMany() error {
	return fmt.Errorf("More than one line in file '%s' matches pattern '%s'", w.r.Get("path").Text(), w.r.Get("match").Text())
}

// behind adds the line after each match of after.
func (w desiredLine) behind(c *content) error {
	lines := c.matching(w, w.after)
	n := w.count(c, lines)
	switch {
	case n > 1 && !w.r.True("multiple"):
		return fmt.Errorf("%d lines match pattern '%s' in file '%s'. One or no line must match the pattern.",
			n, w.r.Get("after").Text(), w.r.Get("path").Text())
	case n == 0:
		c.append(w.line)
	default:
		for _, n := range lines {
			c.insert(n, w.line)
		}
	}
	return nil
}

func (w desiredLine) destroy(c *content) error {
	if w.match == nil || !w.r.True("match_for_absence") {
		c.remove(c.equal(w.line))
		return nil
	}
	lines := c.matching(w, w.match)
	if w.count(c, lines) > 1 && !w.r.True("multiple") {
		return w.tooMany()
	}
	c.remove(lines)
	return nil
}
