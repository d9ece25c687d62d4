package facts

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"
	"time"

	"ralsh/facts/datafile"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Config holds the settings of facter.conf.
type Config struct {
	ExternalDirs []string         // global.external-dir
	CustomDirs   []string         // global.custom-dir
	noExternal   bool             // global.no-external-facts
	noCustom     bool             // global.no-custom-facts
	nest         bool             // global.force-dot-resolution: a.b is b in a
	cloud        bool             // global.cloud: ask the metadata server of the cloud
	ShowLegacy   bool             // global.show-legacy
	noLegacy     bool             // facts.blocklist contains legacy
	blocked      []string         // facts.blocklist: facts and file names
	patterns     []*regexp.Regexp // facts.blocklist as patterns
	ttls         map[string]time.Duration
	file         string // path of the file
	singles      []single
	groups       []Group // fact-groups
	excluded     string  // the first excluded setting, with the setting that excludes it
}

// maxConf is the maximum size of facter.conf, in bytes.
const maxConf = 1 << 20

// readConfig reads the first existing facter.conf. If it cannot be read, or is a
// dangling link, it sets nothing and the error is reported.
func (f *Facts) readConfig(ctx context.Context, l *loading) Config {
	for _, file := range f.opt.confs() {
		if there, err := f.rd.Exists(ctx, file); err == nil && !there {
			if f.opt.Config != "" {
				l.fault(file, errors.New("no setting is used: no such file or directory"))
			} else if _, err := f.rd.Lstat(ctx, file); err == nil {
				l.fault(file, errors.New("no setting is used: the target of the link does not exist"))
			}
			continue
		}
		c, reasons, err := f.config(ctx, file)
		if err != nil {
			l.fault(file, fmt.Errorf("no setting is used: %w", err))
		}
		for _, reason := range reasons {
			l.fault(file, errors.New("setting ignored: "+reason))
		}
		for _, dir := range c.CustomDirs {
			l.pass(dir, "ralsh does not read Ruby facts of custom-dir")
		}
		return f.opt.settled(c)
	}
	return Config{}
}

func (f *Facts) config(ctx context.Context, file string) (Config, []string, error) {
	info, err := f.rd.Stat(ctx, file)
	if err == nil && info.Size > maxConf {
		return Config{}, nil, fmt.Errorf("the file is too long (%d bytes, at most %d)", info.Size, maxConf)
	}
	data, err := f.rd.ReadFile(ctx, file)
	if err != nil {
		return Config{}, nil, host.Cause(err)
	}
	tree, err := datafile.HOCON(string(data))
	if err != nil {
		return Config{}, nil, err
	}
	c, reasons := configOf(tree)
	c.file = file
	return c, reasons, nil
}

// configOf returns the known settings, and reports invalid values and unknown
// names.
func configOf(tree value.Value) (Config, []string) {
	c := Config{ttls: map[string]time.Duration{}}
	reasons := strangers(tree)
	global, own := at(tree, "global"), at(tree, "fact-groups")
	c.ExternalDirs, c.CustomDirs = texts(at(global, "external-dir")), texts(at(global, "custom-dir"))
	noRuby := false
	for name, to := range map[string]*bool{
		"no-external-facts": &c.noExternal, "no-custom-facts": &c.noCustom,
		"force-dot-resolution": &c.nest, "show-legacy": &c.ShowLegacy, "cloud": &c.cloud, "no-ruby": &noRuby,
	} {
		set := at(global, name)
		text := strings.ToLower(set.Text())
		*to = text == "true" || text == "yes" || text == "on"
		if !set.IsNil() && !*to && text != "false" && text != "no" && text != "off" {
			reasons = append(reasons, "global."+name+" must be true or false, not "+strconv.Quote(set.Text()))
		}
	}
	for _, x := range []struct {
		by   string
		set  bool
		name string
		dirs *[]string
	}{
		{"no-external-facts", c.noExternal, "external-dir", &c.ExternalDirs},
		{"no-custom-facts", c.noCustom, "custom-dir", &c.CustomDirs},
		{"no-ruby", noRuby, "custom-dir", &c.CustomDirs},
	} {
		if x.set && len(*x.dirs) > 0 {
			reason := "global." + x.name + ": global." + x.by + " excludes it"
			reasons, c.excluded, *x.dirs = append(reasons, reason), cmp.Or(c.excluded, reason), nil
		}
	}
	for _, p := range own.Pairs() {
		c.groups = append(c.groups, Group{p.Key.Text(), texts(p.Value)})
	}
	facts := at(tree, "facts")
	for _, group := range texts(at(facts, "blocklist")) {
		c.noLegacy = c.noLegacy || group == "legacy"
		if isPattern(group) && !isGroup(own, group) {
			p, err := regexp.Compile(`^(?:` + group + `)(?:\..*)?$`)
			if wrong, ok := errors.AsType[*syntax.Error](err); ok {
				reasons = append(reasons, fmt.Sprintf("facts.blocklist: invalid pattern %q: %s", group, wrong.Code))
				continue
			}
			c.patterns, c.blocked = append(c.patterns, p), append(c.blocked, group) // the name of a file
			continue
		}
		c.blocked = append(c.blocked, members(own, group)...)
		c.name(own, "facts.blocklist", group)
	}
	reasons = append(reasons, c.keep(own, at(facts, "ttls"))...)
	slices.Sort(reasons)
	return c, reasons
}

// Contradiction returns an error if settings of facter.conf exclude each other, or
// options do: Facter resolves no fact then.
func (f *Facts) Contradiction(ctx context.Context) error {
	if f.opt == nil {
		return nil
	}
	c := f.Config(ctx)
	switch {
	case c.excluded != "":
		return fmt.Errorf("%s: %s", c.file, c.excluded)
	case f.opt.NoExternal && len(c.ExternalDirs) > 0:
		return fmt.Errorf("%s: global.external-dir: --no-external-facts excludes it", c.file)
	case f.opt.NoCustom && len(c.CustomDirs) > 0:
		return fmt.Errorf("%s: global.custom-dir: --no-custom-facts excludes it", c.file)
	case c.noExternal && len(f.opt.ExternalDirs) > 0:
		return fmt.Errorf("%s: global.no-external-facts excludes --external-dir", c.file)
	}
	return nil
}

// keep sets the ttls of facts: a list of maps of a name to a time.
func (c *Config) keep(own, ttls value.Value) (reasons []string) {
	for _, item := range ttls.Elements() {
		if item.Kind() != value.Map {
			reasons = append(reasons, "facts.ttls must be a list of { NAME : TIME }, not "+strconv.Quote(item.Text()))
		}
		for _, p := range item.Pairs() {
			name := p.Key.Text()
			c.name(own, "facts.ttls", name)
			ttl, err := duration(p.Value.Text())
			if err != nil {
				reasons = append(reasons, "facts.ttls: "+name+": "+err.Error())
				continue
			}
			for _, fact := range members(own, name) {
				c.ttls[fact] = max(ttl, c.ttls[fact])
			}
		}
	}
	return reasons
}

func at(v value.Value, name string) value.Value {
	got, _ := v.Lookup(name)
	return got
}

// texts returns a list of strings; a string is a list with a single element.
func texts(v value.Value) []string {
	var list []string
	for _, item := range v.Elements() {
		if text := item.Text(); text != "" {
			list = append(list, text)
		}
	}
	return list
}

// blocks reports whether a fact, leaf or file is on the block list.
func (c Config) blocks(name string) bool {
	for _, b := range c.blocked {
		if name == b || strings.HasPrefix(name, b+".") {
			return true
		}
	}
	return slices.ContainsFunc(c.patterns, func(p *regexp.Regexp) bool { return p.MatchString(name) })
}

// isPattern reports whether a name of the block list is a regular expression, as Facter
// reads all of them. A name with only dots is a literal name.
func isPattern(name string) bool { return strings.ContainsAny(name, `*+?[]()|^$\{}`) }

// blockedBy returns the error of a blocked fact.
func (c Config) blockedBy() error { return errors.New("blocked by " + c.file) }

// ttl returns how long a fact, or the content of a file, is cached; 0 means not
// at all.
func (c Config) ttl(name string) time.Duration { return c.ttls[name] }

// duration parses "30 days". A plain number is in milliseconds.
func duration(text string) (time.Duration, error) {
	number, unit, _ := strings.Cut(strings.TrimSpace(text), " ")
	n, err := strconv.ParseInt(number, 10, 64)
	unit = strings.TrimSpace(unit)
	if len(unit) > 2 && !strings.HasSuffix(unit, "s") {
		unit += "s"
	}
	per, ok := timeUnit(unit)
	if err != nil || !ok || n < 0 {
		return 0, fmt.Errorf("%q is not a duration: write a number and ns, us, ms, seconds, minutes, hours or days (example: 30 minutes)", text)
	}
	const most = 100 * 365 * 24 * time.Hour
	if n > int64(most/per) {
		return most, nil
	}
	return time.Duration(n) * per, nil
}

func timeUnit(unit string) (time.Duration, bool) {
	switch unit {
	case "ns", "nanos", "nanoseconds":
		return time.Nanosecond, true
	case "us", "micros", "microseconds":
		return time.Microsecond, true
	case "", "ms", "milis", "millis", "milliseconds":
		return time.Millisecond, true
	case "s", "seconds":
		return time.Second, true
	case "m", "minutes":
		return time.Minute, true
	case "h", "hours":
		return time.Hour, true
	case "d", "days":
		return 24 * time.Hour, true
	}
	return 0, false
}
