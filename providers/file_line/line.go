package fileline

import (
	"fmt"
	"regexp"
	"slices"

	"ralsh/ral"
	"ralsh/ral/lazyre"
)

// wanted is the desired state of a file's lines.
type wanted struct {
	r            *ral.Resource
	line         string // in the file's encoding
	match, after *regexp.Regexp
	latin1       bool
}

func wantedLine(r *ral.Resource) (wanted, error) {
	w := wanted{r: r, line: r.Get("line").Text(), match: pattern(r, "match"), after: pattern(r, "after")}
	if w.latin1, _ = isLatin1(r.Get("encoding").Text()); !w.latin1 {
		return w, nil
	}
	var err error
	if w.line, err = toLatin1(w.line); err != nil {
		err = fmt.Errorf("the line cannot be written: %w", err)
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
func (w wanted) matches(re *regexp.Regexp, l line) bool {
	if w.latin1 {
		return re.MatchString(fromLatin1(l.body))
	}
	return re.MatchString(l.body)
}

// count returns the number of matching lines; with
// replace_all_matches_not_matching_line it ignores those that equal the line.
func (w wanted) count(t text, re *regexp.Regexp) int {
	n := 0
	for _, l := range t {
		spared := w.r.True("replace_all_matches_not_matching_line") && l.body == w.line
		if !spared && w.matches(re, l) {
			n++
		}
	}
	return n
}

// there returns the module's result for whether the resource exists: false
// means that something must be done. has reports whether the file has the line. The
// pattern is held against each line only if the result depends on it.
func (w wanted) there(t text, has bool) bool {
	has = has && w.r.Has("line")
	if w.match == nil {
		return has
	}
	replaces, appends := w.r.True("replace"), w.r.True("append_on_no_match")
	matched := func() bool { return w.count(t, w.match) > 0 }
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

// create returns the file with the line.
func (w wanted) create(t text) (text, error) {
	if w.match != nil {
		return w.replace(t)
	}
	if w.after != nil {
		return w.behind(t)
	}
	return t.insert(len(t), w.line), nil
}

func (w wanted) replace(t text) (text, error) {
	n := w.count(t, w.match)
	if n > 1 && !w.r.True("multiple") {
		return nil, w.tooMany()
	}
	for i, l := range t {
		if n > 0 && w.matches(w.match, l) {
			t[i].body = w.line
		}
		if n == 0 && w.after != nil && w.matches(w.after, l) {
			return t.insert(i+1, w.line), nil
		}
	}
	if n == 0 {
		return t.insert(len(t), w.line), nil
	}
	return t, nil
}

func (w wanted) tooMany() error {
	return fmt.Errorf("More than one line in file '%s' matches pattern '%s'", w.r.Get("path").Text(), w.r.Get("match").Text())
}

// behind adds the line after each match of after.
func (w wanted) behind(t text) (text, error) {
	n := w.count(t, w.after)
	if n > 1 && !w.r.True("multiple") {
		return nil, fmt.Errorf("%d lines match pattern '%s' in file '%s'. One or no line must match the pattern.",
			n, w.r.Get("after").Text(), w.r.Get("path").Text())
	}
	if n == 0 {
		return t.insert(len(t), w.line), nil
	}
	for i := len(t) - 1; i >= 0; i-- {
		if w.matches(w.after, t[i]) {
			t = t.insert(i+1, w.line)
		}
	}
	return t, nil
}

// destroy returns the file without the line.
func (w wanted) destroy(t text) (text, error) {
	if w.match == nil || !w.r.True("match_for_absence") {
		return slices.DeleteFunc(t, func(l line) bool { return l.body == w.line }), nil
	}
	if w.count(t, w.match) > 1 && !w.r.True("multiple") {
		return nil, w.tooMany()
	}
	return slices.DeleteFunc(t, func(l line) bool { return w.matches(w.match, l) }), nil
}
