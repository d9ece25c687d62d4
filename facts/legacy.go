package facts

import (
	"context"
	_ "embed" // legacy.txt
	"slices"
	"strconv"
	"strings"
	"sync"

	"ralsh/ral/value"
)

//go:embed legacy.txt
var legacyText string

// legacyFact is a flat name of Facter: its structured fact, and the conversion if the
// value differs. Both may have a part (see legacy.txt).
type legacyFact struct {
	name, path string
	make       func(value.Value) value.Value
}

// legacyFacts returns the table of legacy.txt.
var legacyFacts = sync.OnceValue(func() (list []legacyFact) {
	for row := range strings.Lines(legacyText) {
		fields := append(strings.Fields(row), "", "")
		if fields[0] == "" || fields[0] == "#" {
			continue
		}
		list = append(list, legacyFact{fields[0], fields[1], conversion(fields[2])})
	}
	return list
})

// partMarks are the characters in a legacyFact that stand for a part.
const partMarks = "*#"

// partOf returns the part in a name that a pattern stands for.
func partOf(pattern, name string) (part string, ok bool) {
	at := strings.IndexAny(pattern, partMarks)
	if at < 0 {
		return "", name == pattern
	}
	part, begins := strings.CutPrefix(name, pattern[:at])
	part, ends := strings.CutSuffix(part, pattern[at+1:])
	if pattern[at] == '#' {
		_, err := strconv.Atoi(part)
		return part, begins && ends && err == nil
	}
	return part, begins && ends && part != "" && part[0] != '.'
}

func withPart(pattern, part string) string {
	return strings.NewReplacer("*", part, "#", part).Replace(pattern)
}

// flat returns the structured fact of a flat name. Flat names are not listed,
// but confines use them.
func flat(name string) (legacyFact, bool) {
	name = strings.ToLower(name)
	for _, old := range legacyFacts() {
		if part, ok := partOf(old.name, name); ok {
			return legacyFact{name, withPart(old.path, part), old.make}, true
		}
	}
	return legacyFact{}, false
}

// LegacyNames returns Facter's flat names for a dotted name: "operatingsystem"
// for os.name, "ipaddress_eth0" for networking.interfaces.eth0.ip.
func LegacyNames(name string) []string {
	var names []string
	for _, old := range legacyFacts() {
		if part, ok := partOf(old.path, name); ok && old.name != "dhcp_servers" { // which is made of several leaves
			names = append(names, withPart(old.name, part))
		}
	}
	return names
}

// TreeWithLegacy returns Tree with all of Facter's flat names that have a value
// here. They are other names for facts in Tree.
func (f *Facts) TreeWithLegacy(ctx context.Context) value.Value {
	tree := f.Tree(ctx)
	if f.loaded(ctx).config.noLegacy {
		return tree
	}
	pairs := slices.Clone(tree.Pairs())
	for _, name := range f.flatHere(ctx) {
		if _, taken := tree.Lookup(name); taken {
			continue
		}
		if v, err := f.Fact(ctx, name); err == nil && !v.IsNil() {
			pairs = append(pairs, value.Pair{Key: value.Str(name), Value: v})
		}
	}
	slices.SortFunc(pairs, func(a, b value.Pair) int { return strings.Compare(a.Key.Text(), b.Key.Text()) })
	return value.MapOf(pairs...)
}

// flatHere returns the flat names that may have a value: the fixed names, and the names
// with an interface, disk, processor or key of this host.
func (f *Facts) flatHere(ctx context.Context) []string {
	var names []string
	for _, old := range legacyFacts() {
		at := strings.IndexAny(old.path, partMarks)
		if at < 0 {
			names = append(names, old.name)
			continue
		}
		whole, _ := f.Fact(ctx, old.path[:at-1])
		for i := range whole.Items() {
			names = append(names, withPart(old.name, strconv.Itoa(i)))
		}
		for _, pair := range whole.Pairs() {
			names = append(names, withPart(old.name, pair.Key.Text()))
		}
	}
	return names
}

// conversion returns a conversion by its name in legacy.txt.
func conversion(name string) func(value.Value) value.Value {
	switch name {
	case "keys":
		return joined(",", func(p value.Pair) string { return p.Key.Text() })
	case "commas":
		return joined(",", func(p value.Pair) string { return p.Value.Text() })
	case "lines":
		return joined("\n", func(p value.Pair) string { return p.Value.Text() })
	case "servers":
		return servers
	case "megabytes":
		return megabytes
	}
	return nil
}

// joined returns a conversion that joins the texts of a map or list.
func joined(with string, text func(value.Pair) string) func(value.Value) value.Value {
	return func(v value.Value) value.Value {
		var texts []string
		for _, p := range v.Pairs() {
			texts = append(texts, text(p))
		}
		for _, item := range v.Items() {
			texts = append(texts, text(value.Pair{Value: item}))
		}
		if len(texts) == 0 {
			return value.Value{}
		}
		return value.Str(strings.Join(texts, with))
	}
}

// servers returns the DHCP servers by interface; system is the server of the primary
// interface.
func servers(networking value.Value) value.Value {
	var pairs []value.Pair
	links, _ := networking.Lookup("interfaces")
	for _, link := range links.Pairs() {
		if server, ok := link.Value.Lookup("dhcp"); ok {
			pairs = append(pairs, value.Pair{Key: link.Key, Value: server})
		}
	}
	system, _ := networking.Lookup("dhcp")
	if len(pairs) == 0 {
		return value.Value{}
	}
	return value.MapOf(append(pairs, value.Pair{Key: value.Str("system"), Value: system})...)
}

func megabytes(v value.Value) value.Value {
	bytes, ok := v.Int()
	if !ok {
		return value.Value{}
	}
	return value.Flt(float64(bytes) / (1024 * 1024))
}
