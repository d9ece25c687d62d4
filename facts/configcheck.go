package facts

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"ralsh/ral/nearest"
	"ralsh/ral/value"
)

// settings are the settings of facter.conf (Facter's ConfigFileOptions). The settings of
// cli, and two of global, have no effect in ralsh.
var settings = [...]struct {
	section string
	names   []string // nil: any name
}{
	{"cli", []string{"debug", "trace", "verbose", "log-level"}},
	{"fact-groups", nil},
	{"facts", []string{"blocklist", "ttls"}},
	{"global", []string{
		"cloud", "custom-dir", "external-dir", "force-dot-resolution", "no-custom-facts", "no-external-facts", "no-ruby", "sequential", "show-legacy",
	}},
}

// strangers reports unknown settings.
func strangers(tree value.Value) (reasons []string) {
	var sections []string
	for _, known := range settings {
		sections = append(sections, known.section)
	}
	for _, p := range tree.Pairs() {
		section := p.Key.Text()
		i := slices.Index(sections, section)
		switch {
		case i < 0:
			reasons = append(reasons, stranger("setting", section, sections))
		case p.Value.Kind() != value.Map:
			reasons = append(reasons, section+" must be a group of settings, { NAME : VALUE }")
		case settings[i].names != nil:
			for _, inner := range p.Value.Pairs() {
				if name := inner.Key.Text(); !slices.Contains(settings[i].names, name) {
					reasons = append(reasons, section+": "+stranger("setting", name, settings[i].names))
				}
			}
		}
	}
	return reasons
}

func stranger(what, name string, known []string) string {
	text := fmt.Sprintf("unknown %s %q", what, name)
	if near := nearest.Of(name, known); near != "" {
		text += " (did you mean " + strconv.Quote(near) + "?)"
	}
	return text
}

// single is a name in a setting that is not a group, and must be a fact or a
// file.
type single struct{ setting, name string }

func (c *Config) name(own value.Value, setting, name string) {
	if !isGroup(own, name) && !slices.Contains(c.singles, single{setting, name}) {
		c.singles = append(c.singles, single{setting, name})
	}
}

// unknownNames reports names in facter.conf that are not a fact, group or file. It
// reports nothing while the facts of some files are unknown.
func (f *Facts) unknownNames(s *snapshot) []Source {
	if len(s.config.singles) == 0 {
		return nil
	}
	names, ok := f.everyName(s)
	if !ok {
		return nil
	}
	var list []Source
	for _, one := range s.config.singles {
		top, _, _ := strings.Cut(one.name, ".")
		_, old := flat(one.name)
		if names[one.name] || names[top] || old {
			continue
		}
		known := []string{}
		for name := range names {
			known = append(known, name)
		}
		for _, group := range factGroups {
			known = append(known, group.name)
		}
		slices.Sort(known)
		why := one.setting + ": " + stranger("fact, group or file of facts", one.name, known)
		list = append(list, Source{Path: s.config.file, Err: errors.New(why)})
	}
	return list
}

// everyName returns the names of all facts and files of facts, once every file
// was read.
func (f *Facts) everyName(s *snapshot) (map[string]bool, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	names := make(map[string]bool)
	for name := range s.byName {
		names[name] = true
	}
	for _, i := range s.files {
		if s.runs[i] == nil || !s.runs[i].over() {
			return nil, false
		}
		for _, name := range s.runs[i].names() {
			names[name] = true
		}
		names[path.Base(s.resolutions[i].from)] = true
	}
	for _, passed := range s.sources {
		names[path.Base(passed.Path)] = true
	}
	return names, true
}
