package fleet

import (
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"ralsh/model/hops"
	"ralsh/model/wire"
)

// Target is a host of a command. Name is the typed name, or the name in the inventory, with
// the typed hops.
type Target struct {
	Name string
	On   hops.Target
	Host *Host // of the inventory; nil for a name that it has not
	Run  int   // the run of the last command on the host, if selected by it; or 0
	Last bool  // it was addressed by the last command
	// Agent replaces On for a host with an agent; nil for any other host.
	Agent *AgentHost
}

// IsMany reports whether --on selects hosts by a list, a range, a group or a pattern, even if
// the result is a single host.
func IsMany(on string) bool {
	return strings.HasPrefix(on, "@") || strings.HasPrefix(on, AgentPrefix) || strings.ContainsAny(on, ",[*?!")
}

// Expand returns the targets of --on, without duplicates: names, ranges, @groups and patterns,
// separated by commas, each with optional hops after a plus, which apply to the whole item. A
// name outside of the inventory is a target as typed. Items after an exclamation mark exclude
// hosts, at any position. last contains the hosts of the last command, for @last, @failed and
// @notbegun.
func (inv *Inventory) Expand(on string, last Last) ([]Target, error) {
	var all []Target
	seen := make(map[string]bool)
	without := make(map[string]string) // the items that exclude hosts, by host name
	unused := make(map[string]bool)
	for _, word := range splitWords(on) {
		word, leave := strings.CutPrefix(word, "!")
		list, err := inv.expandWord(word, last)
		if err != nil {
			return nil, err
		}
		if leave {
			for _, t := range list {
				without[hostOf(t.Name)] = word
			}
			unused[word] = true
			continue
		}
		for _, t := range list {
			if !seen[t.Name] {
				seen[t.Name] = true
				all = append(all, t)
			}
		}
		if len(all) > maxHosts {
			return nil, fmt.Errorf("--on matches more than %d hosts", maxHosts)
		}
	}
	all = slices.DeleteFunc(all, func(t Target) bool {
		for _, name := range t.names() {
			if word, left := without[name]; left {
				delete(unused, word)
				return true
			}
		}
		return false
	})
	for word := range unused {
		return nil, fmt.Errorf("!%s excludes no host of --on", word)
	}
	if len(all) == 0 {
		return nil, errors.New("--on matches no host: " + on)
	}
	return all, nil
}

// names returns the names by which a target can be excluded.
func (t Target) names() []string {
	if t.Agent == nil {
		return []string{hostOf(t.Name)}
	}
	return []string{hostOf(t.Name), AgentPrefix + shortName(t.Agent.ID), t.Agent.ID, shortName(t.Agent.ID)}
}

// hostOf returns the name of a target without its hops.
func hostOf(name string) string {
	name, _, _ = strings.Cut(name, "+")
	return name
}

// splitWords splits at commas outside of brackets and of the quotes of a filter.
func splitWords(on string) (words []string) {
	depth, begin, quote := 0, 0, rune(0)
	for i, r := range on {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '\'' || r == '"':
			quote = r
		case r == '[':
			depth++
		case r == ']':
			depth--
		case r == ',' && depth <= 0:
			words, begin = append(words, on[begin:i]), i+1
		}
	}
	return append(words, on[begin:])
}

func (inv *Inventory) expandWord(word string, last Last) ([]Target, error) {
	if filter, ok := strings.CutPrefix(word, AgentPrefix); ok {
		return inv.agents(filter)
	}
	base, suffix := word, ""
	if i := strings.IndexByte(word, '+'); i >= 0 {
		base, suffix = word[:i], word[i:]
	}
	if base == "" {
		return nil, fmt.Errorf("%q contains an empty name", word)
	}
	var hosts []*Host
	var err error
	name, isGroup := strings.CutPrefix(base, "@")
	switch {
	case isGroup && slices.Contains(Outcomes(), name):
		return inv.addressed(last, name, suffix)
	case isGroup:
		hosts, err = inv.ofGroup(name)
	case strings.ContainsAny(base, "*?"):
		if hosts = inv.matching(base); len(hosts) == 0 {
			err = fmt.Errorf("no host of %s matches %q", inv.File, base)
		}
	default:
		return inv.ranged(base, suffix)
	}
	if err != nil {
		return nil, err
	}
	var list []Target
	for _, h := range hosts {
		t, err := inv.target(h.Name, suffix)
		if err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, nil
}

func (inv *Inventory) ranged(base, suffix string) (list []Target, err error) {
	names, err := ExpandRanges(base)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		t, err := inv.target(name, suffix)
		if err != nil {
			return nil, err
		}
		list = append(list, t)
	}
	return list, nil
}

// addressed returns the hosts of the last command with an outcome.
func (inv *Inventory) addressed(last Last, name, suffix string) (list []Target, err error) {
	for _, h := range last.Hosts {
		if !h.within(name) {
			continue
		}
		base, own, more := strings.Cut(h.Name, "+")
		if more {
			own = "+" + own
		}
		t, err := inv.target(base, own+suffix)
		if err != nil {
			return nil, err
		}
		t.Run, t.Last = h.Run, true
		list = append(list, t)
	}
	switch {
	case len(last.Hosts) == 0:
		return nil, fmt.Errorf("@%s selects no host: this account has not changed several hosts yet (name the hosts: --on web1,web2)", name)
	case len(list) == 0:
		return nil, fmt.Errorf("@%s selects no host: no host of the last change has this outcome (all hosts of the last change: --on @last)", name)
	}
	return list, nil
}

func (inv *Inventory) target(name, suffix string) (Target, error) {
	if agent, ok := strings.CutPrefix(name, AgentPrefix); ok { // of the last command
		root := strings.HasPrefix(suffix, RootHop) // and perhaps given again
		if strings.ReplaceAll(suffix, RootHop, "") != "" || wire.CheckName(agent) != nil {
			return Target{}, fmt.Errorf("%s%s: an agent supports only the hop %s", name, suffix, RootHop)
		}
		return agentTarget(agent, "", root), nil
	}
	t := Target{Name: name + suffix, Host: inv.hosts[name]}
	way := name
	if t.Host != nil {
		way = t.Host.Target()
	}
	var err error
	t.On, err = hops.Parse(way + suffix)
	return t, err
}

// Words returns the completions of --on: names, groups and outcomes.
func (inv *Inventory) Words() []string {
	var words []string
	for _, g := range append(inv.Groups(), Outcomes()...) {
		words = append(words, "@"+g)
	}
	return append(words, inv.order...)
}

// LeaveOut splits targets into rest and left: the items of words (names, ranges, patterns and
// @groups, as in [Inventory.Expand]) select left. An item that selects no target is an error.
func (inv *Inventory) LeaveOut(targets []Target, words string) (rest, left []Target, err error) {
	named := make(map[string]bool)
	for _, word := range splitWords(words) {
		found := false
		var list []Target
		if IsMany(word) && word[0] == '@' {
			if list, err = inv.Expand(word, Last{}); err != nil {
				return nil, nil, err
			}
		}
		patterns, err := ExpandRanges(word)
		if err != nil {
			return nil, nil, err
		}
		for _, t := range targets {
			matches := func(pattern string) bool {
				ok, err := path.Match(pattern, t.Name)
				return pattern == t.Name || err == nil && ok
			}
			in := func(other Target) bool { return t.Host != nil && t.Host == other.Host }
			if slices.ContainsFunc(patterns, matches) || slices.ContainsFunc(list, in) {
				named[t.Name], found = true, true
			}
		}
		if !found {
			return nil, nil, fmt.Errorf("%q is not a host of --on", word)
		}
	}
	for _, t := range targets {
		if named[t.Name] {
			left = append(left, t)
		} else {
			rest = append(rest, t)
		}
	}
	return rest, left, nil
}
