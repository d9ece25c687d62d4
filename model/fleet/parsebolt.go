package fleet

import (
	"cmp"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

// maxYAMLDepth limits how deep a YAML document is nested.
const maxYAMLDepth = 64

// boltKeys begin an inventory.yaml of Bolt.
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

// boltConfig is how the targets of a group are reached.
type boltConfig struct {
	address, user, runAs string
	port                 int
}

// parseBolt reads the groups and targets of Bolt's inventory.yaml: names, addresses, and of
// the configuration what is for ssh.
func (inv *Inventory) parseBolt(data []byte) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s: this YAML cannot be read: %v", inv.File, p)
		}
	}()
	if nesting(string(data)) > maxYAMLDepth {
		return fmt.Errorf("%s: this YAML is nested more than %d deep", inv.File, maxYAMLDepth)
	}
	file, err := parser.ParseBytes(data, 0)
	if syntax, ok := errors.AsType[*yaml.SyntaxError](err); ok {
		return fmt.Errorf("%s:%d: invalid YAML: %s", inv.File, syntax.Token.Position.Line, syntax.Message)
	}
	if err != nil {
		return fmt.Errorf("%s: invalid YAML: %w", inv.File, err)
	}
	b := bolt{inv, make(ignored)}
	for _, doc := range file.Docs {
		if doc.Body == nil {
			continue
		}
		if err := b.group(doc.Body, "", boltConfig{}); err != nil {
			return err
		}
	}
	inv.Warnings = b.unused.warning(inv.File)
	return nil
}

// nesting returns a bound for how deep a YAML document is nested, without parsing it: the
// parser has none.
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

func (b *bolt) place(n ast.Node) string {
	return fmt.Sprintf("%s:%d", b.inv.File, n.GetToken().Position.Line)
}

// fields calls take with each field of a map. Secrets and plugins are refused, wherever they
// are.
func (b *bolt) fields(n ast.Node, take func(key string, value ast.Node) error) error {
	m, ok := n.(ast.MapNode)
	if !ok {
		return fmt.Errorf("%s: this is not a map", b.place(n))
	}
	for it := m.MapRange(); it.Next(); {
		key := it.Key().GetToken().Value
		if holdsSecret(key) {
			return secretError(b.place(it.Key()), key)
		}
		if err := take(key, it.Value()); err != nil {
			return err
		}
	}
	return nil
}

// each calls take with each item of a list.
func (b *bolt) each(n ast.Node, take func(ast.Node) error) error {
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		return fmt.Errorf("%s: this is not a list", b.place(n))
	}
	for _, item := range list.Values {
		if err := take(item); err != nil {
			return err
		}
	}
	return nil
}

func (b *bolt) text(n ast.Node) (string, error) {
	switch n.(type) {
	case *ast.StringNode, *ast.IntegerNode, *ast.LiteralNode:
		return n.GetToken().Value, nil
	}
	return "", fmt.Errorf("%s: this is not a text", b.place(n))
}

// group reads a group, or the whole file, which is the group of all.
func (b *bolt) group(n ast.Node, within string, config boltConfig) error {
	var targets, groups ast.Node
	name := ""
	err := b.fields(n, func(key string, value ast.Node) (err error) {
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
				err = fmt.Errorf("%s: only version 2 of Bolt's inventory is read", b.place(value))
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
		err = b.each(targets, func(t ast.Node) error { return b.target(t, name, config) })
	}
	if err == nil && groups != nil {
		err = b.each(groups, func(g ast.Node) error {
			if _, ok := g.(ast.MapNode); ok {
				return b.group(g, cmp.Or(name, All), config)
			}
			return fmt.Errorf("%s: this is not a group", b.place(g))
		})
	}
	return err
}

// enter makes a group, as a child of another one.
func (b *bolt) enter(n ast.Node, name, within string) error {
	if within == "" {
		return nil
	}
	if err := plainName(name); err != nil || name == "" {
		return fmt.Errorf("%s: a group needs a name", b.place(n))
	}
	b.inv.group(name)
	if within != All {
		g := b.inv.group(within)
		g.children = append(g.children, child{name, b.place(n)})
	}
	return nil
}

// ignore passes over a setting, and refuses the secrets in it.
func (b *bolt) ignore(key string, value ast.Node) error {
	b.unused[key] = true
	return b.searched(value)
}

// searched returns an error for a secret in a value that is not used.
func (b *bolt) searched(n ast.Node) error {
	switch n.(type) {
	case ast.MapNode:
		return b.fields(n, func(_ string, value ast.Node) error { return b.searched(value) })
	case *ast.SequenceNode:
		return b.each(n, b.searched)
	}
	return nil
}

// target reads a target: its URI, or a map.
func (b *bolt) target(n ast.Node, within string, config boltConfig) error {
	if uri, err := b.text(n); err == nil {
		return b.addTarget(n, uri, uri, within, config)
	}
	name, uri := "", ""
	err := b.fields(n, func(key string, value ast.Node) (err error) {
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

func (b *bolt) addTarget(n ast.Node, name, uri, within string, c boltConfig) error {
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
		return fmt.Errorf("%s: a target needs a name or a uri", h.Place)
	}
	if h.Address == h.Name {
		h.Address = ""
	}
	return b.inv.add(h, within)
}

// takeURI takes [ssh://][USER@]HOST[:PORT].
func (h *Host) takeURI(uri string) error {
	if !strings.Contains(uri, "://") {
		uri = "ssh://" + uri
	}
	u, err := url.Parse(uri)
	if err != nil || u.Hostname() == "" {
		return fmt.Errorf("%s: %q is not a host", h.Place, uri)
	}
	if u.Scheme != "ssh" {
		return fmt.Errorf("%s: %s is not ssh, the only way that is known", h.Place, u.Scheme)
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

// config takes of a configuration what is for ssh.
func (b *bolt) config(n ast.Node, c *boltConfig) error {
	return b.fields(n, func(key string, value ast.Node) error {
		switch key {
		case "transport":
			if text, _ := b.text(value); text != "ssh" {
				return fmt.Errorf("%s: %s is not ssh, the only transport that is known", b.place(value), text)
			}
			return nil
		case "ssh":
			return b.ssh(value, c)
		}
		return b.ignore(key, value)
	})
}

func (b *bolt) ssh(n ast.Node, c *boltConfig) error {
	return b.fields(n, func(key string, value ast.Node) (err error) {
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
				err = fmt.Errorf("%s: this is not a port", b.place(value))
			}
		default:
			err = b.ignore("ssh."+key, value)
		}
		return err
	})
}
