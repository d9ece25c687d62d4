package fleet

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"ralsh/model/hops"
	"ralsh/ral/nearest"
)

// maxInventory is in bytes.
const maxInventory = 1 << 20

// maxEntries limits how often the hosts of an inventory are named in it.
const maxEntries = 10 * maxHosts

// All is the group of all hosts.
const All = "all"

// Host is a host of an inventory. ssh(1) decides empty fields.
type Host struct {
	Name    string
	Address string
	User    string
	RunAs   string // the account for sudo(8)
	Place   string // FILE:LINE, or FILE for formats without lines
	Port    int
	Groups  []string // sorted, including the groups that contain its groups
}

// Target returns how the host is reached, as [hops.Parse] reads it.
func (h *Host) Target() string {
	text := h.Name
	if h.Address != "" {
		text = h.Address
	}
	if h.Port != 0 {
		text = fmt.Sprintf("ssh://%s:%d", text, h.Port)
	}
	if h.User != "" {
		text = h.User + "@" + text
	}
	switch h.RunAs {
	case "":
	case "root":
		text += "+sudo"
	default:
		text += "+sudo:" + h.RunAs
	}
	return text
}

// group is a group of hosts: its members and its child groups.
type group struct {
	hosts    []string
	children []child
}

type child struct{ name, place string }

// Inventory is the hosts and groups of a file.
type Inventory struct {
	File     string
	Warnings []string // settings that were read and are not used
	// FindAgents returns the hosts whose agents match a filter; nil if agents are not
	// supported.
	FindAgents func(where string) ([]FoundAgent, error)
	missing    string // path of ralsh's file of hosts if it does not exist, or ""

	hosts  map[string]*Host
	adds   int
	order  []string // of the hosts, as they are in the file
	groups map[string]*group
}

func newInventory(file string) *Inventory {
	return &Inventory{File: file, hosts: make(map[string]*Host), groups: make(map[string]*group)}
}

// Files reads included files.
type Files interface {
	Read(name string) ([]byte, error)
	Glob(pattern string) []string
}

// ParseInventory parses a file of hosts and detects its format: lines and groups, the plain
// part of Ansible's INI, Bolt's inventory.yaml, the configuration of ssh(1), or the output of
// ansible-inventory --list. The error contains the file and the line.
func ParseInventory(file string, data []byte, files Files) (*Inventory, error) {
	if len(data) > maxInventory {
		return nil, fmt.Errorf("%s: the file is too large (at most %d KiB)", file, maxInventory>>10)
	}
	inv := newInventory(file)
	parse := inv.parseLines
	switch first := firstLine(data); {
	case strings.HasPrefix(first, "{"):
		parse = inv.parseAnsible
	case isSSHConfig(first):
		parse = func(data []byte) error { return inv.parseSSH(file, data, files) }
	case isBolt(first):
		parse = inv.parseBolt
	case first == "all:":
		return nil, fmt.Errorf("%s: ralsh does not read YAML inventories of Ansible: use the output of ansible-inventory --list", file)
	}
	if err := parse(data); err != nil {
		return nil, err
	}
	return inv, inv.link()
}

func firstLine(data []byte) string {
	for line := range bytes.Lines(data) {
		text := strings.TrimSpace(string(line))
		if text != "" && text != "---" && !strings.HasPrefix(text, "#") && !strings.HasPrefix(text, ";") {
			return text
		}
	}
	return ""
}

// add adds a host to a group; "" means no group. All entries of a host must agree.
func (inv *Inventory) add(h Host, to string) error {
	if inv.adds++; inv.adds > maxEntries {
		return fmt.Errorf("%s: the file has more than %d host entries", h.Place, maxEntries)
	}
	if h.Name == "" {
		return fmt.Errorf("%s: the name of a host is empty", h.Place)
	}
	for _, name := range []string{h.Name, h.Address, h.User, h.RunAs} {
		if err := plainName(name); err != nil {
			return fmt.Errorf("%s: %w", h.Place, err)
		}
	}
	if known := inv.hosts[h.Name]; known == nil {
		if len(inv.order) == maxHosts {
			return fmt.Errorf("%s: the file has more than %d hosts", h.Place, maxHosts)
		}
		inv.hosts[h.Name], inv.order = &h, append(inv.order, h.Name)
	} else if !known.merge(h) {
		return fmt.Errorf("%s: %s has different connection settings at %s", h.Place, h.Name, known.Place)
	}
	if _, err := hops.Parse(inv.hosts[h.Name].Target()); err != nil {
		return fmt.Errorf("%s: %w", h.Place, err)
	}
	if to != "" {
		g := inv.group(to)
		g.hosts = append(g.hosts, h.Name)
	}
	return nil
}

// merge adds the settings of a further entry of the host, unless they differ.
func (h *Host) merge(other Host) bool {
	same := func(mine *string, theirs string) bool {
		if *mine == "" {
			*mine = theirs
		}
		return theirs == "" || *mine == theirs
	}
	if h.Port == 0 {
		h.Port = other.Port
	}
	return same(&h.Address, other.Address) && same(&h.User, other.User) && same(&h.RunAs, other.RunAs) && (other.Port == 0 || h.Port == other.Port)
}

func (inv *Inventory) group(name string) *group {
	g := inv.groups[name]
	if g == nil {
		g = &group{}
		inv.groups[name] = g
	}
	return g
}

// link has each host know its groups. A loop among groups and a child that does not exist are
// errors.
func (inv *Inventory) link() error {
	for _, name := range slices.Sorted(maps.Keys(inv.groups)) {
		for _, c := range inv.groups[name].children {
			if inv.groups[c.name] == nil {
				return fmt.Errorf("%s: unknown group %q", c.place, c.name)
			}
		}
	}
	done := make(map[string]map[string]bool)
	for _, name := range slices.Sorted(maps.Keys(inv.groups)) {
		members, err := inv.members(name, done, nil)
		if err != nil {
			return err
		}
		for host := range members {
			inv.hosts[host].Groups = append(inv.hosts[host].Groups, name)
		}
	}
	return nil
}

// members returns the hosts of a group and of its children. way is the path of groups to it.
func (inv *Inventory) members(name string, done map[string]map[string]bool, way []string) (map[string]bool, error) {
	if known := done[name]; known != nil {
		return known, nil
	}
	all := make(map[string]bool)
	g := inv.groups[name]
	for _, host := range g.hosts {
		all[host] = true
	}
	way = append(way, name)
	for _, c := range g.children {
		if slices.Contains(way, c.name) {
			return nil, fmt.Errorf("%s: the group %s contains itself: %s", c.place, c.name, strings.Join(append(way, c.name), " > "))
		}
		members, err := inv.members(c.name, done, way)
		if err != nil {
			return nil, err
		}
		maps.Copy(all, members)
	}
	done[name] = all
	return all, nil
}

// Hosts returns all hosts, in the order of the file.
func (inv *Inventory) Hosts() []*Host {
	list := make([]*Host, len(inv.order))
	for i, name := range inv.order {
		list[i] = inv.hosts[name]
	}
	return list
}

// Groups returns the names of the groups, sorted, with that of all hosts.
func (inv *Inventory) Groups() []string {
	names := slices.Collect(maps.Keys(inv.groups))
	if inv.groups[All] == nil {
		names = append(names, All)
	}
	slices.Sort(names)
	return names
}

// ofGroup returns the hosts of a group, in the order of the file.
func (inv *Inventory) ofGroup(name string) ([]*Host, error) {
	if name == All {
		return inv.Hosts(), nil
	}
	if inv.groups[name] == nil {
		if inv.missing != "" { // the configuration of ssh(1) has no groups
			return nil, fmt.Errorf("unknown group %q: the inventory %s does not exist", name, inv.missing)
		}
		text := fmt.Sprintf("unknown group %q in %s", name, inv.File)
		if near := nearest.Of(name, inv.Groups()); near != "" {
			text += " (did you mean @" + near + "?)"
		} else if groups := inv.Groups(); len(groups) > 0 {
			text += " (groups: " + strings.Join(groups, ", ") + ")"
		}
		return nil, errors.New(text)
	}
	return slices.DeleteFunc(inv.Hosts(), func(h *Host) bool { return !slices.Contains(h.Groups, name) }), nil
}

// matching returns the hosts that a pattern of * and ? matches.
func (inv *Inventory) matching(pattern string) []*Host {
	return slices.DeleteFunc(inv.Hosts(), func(h *Host) bool {
		ok, err := path.Match(pattern, h.Name)
		return err != nil || !ok
	})
}
