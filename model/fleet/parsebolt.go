package fleet

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"ralsh/ral/yaml"
)

// maxYAMLDepth limits the nesting.
const maxYAMLDepth = 64

// boltKeys are the possible first keys of Bolt's inventory.yaml.
var boltKeys = []string{"version", "groups", "targets", "config", "vars", "facts", "features", "plugin_hooks"}

func isBolt(line string) bool {
	key, _, ok := strings.Cut(line, ":")
	return ok && slices.Contains(boltKeys, key)
}

// bolt reads an inventory of Bolt, version 2.
type bolt struct {
	inv    *Inventory
	unused ignored
}

// boltConfig contains the connection settings of a group.
type boltConfig struct {
	address, user, runAs string
	port                 int
}

// parseBolt reads the groups and targets of Bolt's inventory.yaml: names, addresses, and the
// settings of ssh.
func (inv *Inventory) parseBolt(data []byte) error {
	if nesting(string(data)) > maxYAMLDepth {
		return fmt.Errorf("%s: the nesting of the YAML exceeds %d levels", inv.File, maxYAMLDepth)
	}
	docs, err := yaml.Parse(data, yaml.Limits{})
	if bad, ok := errors.AsType[*yaml.Error](err); ok {
		return fmt.Errorf("%s:%d: %s", inv.File, bad.Line, bad.Message)
	}
	b := bolt{inv, make(ignored)}
	for i := range docs {
		if err := b.group(&docs[i], "", boltConfig{}); err != nil {
			return err
		}
	}
	inv.Warnings = b.unused.warning(inv.File)
	return nil
}

// nesting returns an upper limit of the nesting of a YAML document without parsing it, because
// the parser has no limit.
func nesting(text string) int {
	most, flow := 0, 0
	for line := range strings.Lines(text) {
		rest := strings.TrimLeft(line, " ")
		depth := (len(line) - len(rest)) / 2
		for strings.HasPrefix(rest, "- ") || strings.HasPrefix(rest, "? ") {
			rest, depth = strings.TrimLeft(rest[2:], " "), depth+1
		}
		most = max(most, depth+flow)
		for _, r := range rest {
			switch r {
			case '[', '{':
				flow++
			case ']', '}':
				flow = max(0, flow-1)
			}
			most = max(most, depth+flow)
		}
	}
	return most
}

func (b *bolt) place(n *yaml.Node) string {
	return fmt.Sprintf("%s:%d", b.inv.File, n.Line)
}

// fields calls take with each field of a map. It rejects secrets and plugins at any depth.
func (b *bolt) fields(n *yaml.Node, take func(key string, value *yaml.Node) error) error {
	if n.Kind != yaml.Map {
		return fmt.Errorf("%s: expected a map", b.place(n))
	}
	for i := range n.Keys {
		key := n.Keys[i].Text
		if holdsSecret(key) {
			return secretError(b.place(&n.Keys[i]), key)
		}
		if err := take(key, &n.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

func (b *bolt) each(n *yaml.Node, take func(*yaml.Node) error) error {
	if n.Kind != yaml.List {
		return fmt.Errorf("%s: expected a list", b.place(n))
	}
	for i := range n.Items {
		if err := take(&n.Items[i]); err != nil {
			return err
		}
	}
	return nil
}

func (b *bolt) text(n *yaml.Node) (string, error) {
	switch n.Value.(type) {
	case string, int64, uint64:
		return n.Text, nil
	}
	return "", fmt.Errorf("%s: expected a string", b.place(n))
}

// group reads a group, or the whole file, which is the group of all.
func (b *bolt) group(n *yaml.Node, within string, config boltConfig) error {
	var targets, groups *yaml.Node
	name := ""
	err := b.fields(n, func(key string, value *yaml.Node) (err error) {
		switch key {
		case "name":
			name, err = b.text(value)
		case "targets":
			targets = value
		case "groups":
			groups = value
		case "config":
			err = b.config(value, &config)
		case "version":
			if text, _ := b.text(value); text != "2" {
				err = fmt.Errorf("%s: ralsh reads only version 2 of Bolt's inventory", b.place(value))
			}
		default:
			err = b.ignore(key, value)
		}
		return err
	})
	if err != nil {
		return err
	}
	if err := b.enter(n, name, within); err != nil {
		return err
	}
	if targets != nil {
		err = b.each(targets, func(t *yaml.Node) error { return b.target(t, name, config) })
	}
	if err == nil && groups != nil {
		err = b.each(groups, func(g *yaml.Node) error {
			if g.Kind == yaml.Map {
				return b.group(g, cmp.Or(name, All), config)
			}
			return fmt.Errorf("%s: expected a group", b.place(g))
		})
	}
	return err
}

func (b *bolt) enter(n *yaml.Node, name, within string) error {
	if within == "" {
		return nil
	}
	if err := plainName(name); err != nil || name == "" {
		return fmt.Errorf("%s: a group requires a name", b.place(n))
	}
	b.inv.group(name)
	if within != All {
		g := b.inv.group(within)
		g.children = append(g.children, child{name, b.place(n)})
	}
	return nil
}

// ignore skips a setting, and rejects its secrets.
func (b *bolt) ignore(key string, value *yaml.Node) error {
	b.unused[key] = true
	return b.searched(value)
}

// searched returns an error for a secret in a value that is not used.
func (b *bolt) searched(n *yaml.Node) error {
	switch n.Kind {
	case yaml.Map:
		return b.fields(n, func(_ string, value *yaml.Node) error { return b.searched(value) })
	case yaml.List:
		return b.each(n, b.searched)
	}
	return nil
}

// target reads a target: its URI, or a map.
func (b *bolt) target(n *yaml.Node, within string, config boltConfig) error {
	if uri, err := b.text(n); err == nil {
		return b.addTarget(n, uri, uri, within, config)
	}
	name, uri := "", ""
	err := b.fields(n, func(key string, value *yaml.Node) (err error) {
		switch key {
		case "name":
			name, err = b.text(value)
		case "uri":
			uri, err = b.text(value)
		case "config":
			err = b.config(value, &config)
		default:
			err = b.ignore(key, value)
		}
		return err
	})
	if err != nil {
		return err
	}
	return b.addTarget(n, name, uri, within, config)
}

func (b *bolt) addTarget(n *yaml.Node, name, uri, within string, c boltConfig) error {
	h := Host{Name: name, Place: b.place(n), Address: c.address, User: c.user, RunAs: c.runAs, Port: c.port}
	if uri != "" {
		if err := h.takeURI(uri); err != nil {
			return err
		}
		if name == "" || name == uri {
			h.Name = h.Address
		}
	}
	if h.Name == "" {
		return fmt.Errorf("%s: a target requires a name or a uri", h.Place)
	}
	if h.Address == h.Name {
		h.Address = ""
	}
	return b.inv.add(h, within)
}

// takeURI parses [ssh://][USER@]HOST[:PORT].
func (h *Host) takeURI(uri string) error {
	if !strings.Contains(uri, "://") {
		uri = "ssh://" + uri
	}
	u, err := url.Parse(uri)
	if err != nil || u.Hostname() == "" {
		return fmt.Errorf("%s: %q is not a host", h.Place, uri)
	}
	if u.Scheme != "ssh" {
		return fmt.Errorf("%s: ralsh does not support %s: use ssh", h.Place, u.Scheme)
	}
	if _, secret := u.User.Password(); secret {
		return secretError(h.Place, "a password in a URI")
	}
	h.Address = u.Hostname()
	if name := u.User.Username(); name != "" {
		h.User = name
	}
	if u.Port() != "" {
		return h.set("ansible_port", u.Port(), nil)
	}
	return nil
}

func (b *bolt) config(n *yaml.Node, c *boltConfig) error {
	return b.fields(n, func(key string, value *yaml.Node) error {
		switch key {
		case "transport":
			if text, _ := b.text(value); text != "ssh" {
				return fmt.Errorf("%s: ralsh does not support the transport %s: use ssh", b.place(value), text)
			}
			return nil
		case "ssh":
			return b.ssh(value, c)
		}
		return b.ignore(key, value)
	})
}

func (b *bolt) ssh(n *yaml.Node, c *boltConfig) error {
	return b.fields(n, func(key string, value *yaml.Node) (err error) {
		switch key {
		case "host":
			c.address, err = b.text(value)
		case "user":
			c.user, err = b.text(value)
		case "run-as":
			c.runAs, err = b.text(value)
		case "port":
			var text string
			if text, err = b.text(value); err == nil {
				c.port, err = strconv.Atoi(text)
			}
			if err != nil || c.port < 1 || c.port > 65535 {
				err = fmt.Errorf("%s: expected a port", b.place(value))
			}
		default:
			err = b.ignore("ssh."+key, value)
		}
		return err
	})
}
