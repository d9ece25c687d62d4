package modules_test

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
)

// pdns behaves like pdnsutil 4.7, with zones in memory. Messages and exit statuses
// are those of the tool.
type pdns struct{ zones []*pdnsZone }

type pdnsZone struct {
	name, kind string
	primaries  []string
	signed     bool
	rows       []pdnsRow
}

type pdnsRow struct{ name, ttl, kind, data string }

func (p *pdns) zone(name string) *pdnsZone {
	for _, z := range p.zones {
		if z.name == name {
			return z
		}
	}
	return nil
}

func prints(format string, args ...any) host.Result {
	return host.Result{Stdout: fmt.Appendf(nil, format, args...)}
}

func fails(format string, args ...any) host.Result {
	return host.Result{Exit: 1, Stderr: fmt.Appendf(nil, format, args...)}
}

// run executes a command.
func (p *pdns) run(_ context.Context, _ *fakehost.Host, cmd host.Command) host.Result {
	verb, args := cmd.Args[0], cmd.Args[1:]
	switch verb {
	case "list-all-zones":
		return p.list(args)
	case "create-zone", "create-secondary-zone":
		return p.create(verb, args)
	}
	z := p.zone(args[0])
	if z == nil {
		return fails("Zone '%s' not found!\n", args[0])
	}
	switch verb {
	case "list-zone":
		return prints("%s", z.text())
	case "show-zone":
		return prints("%s", z.about())
	case "delete-zone":
		p.zones = slices.DeleteFunc(p.zones, func(other *pdnsZone) bool { return other == z })
	case "set-kind":
		z.kind = args[1]
	case "change-secondary-zone-primary":
		z.primaries = args[1:]
	case "replace-rrset":
		return z.replace(args[1], args[2], args[3], args[4:])
	case "delete-rrset":
		z.drop(z.full(args[1]), args[2])
	case "increase-serial":
		return z.count()
	case "rectify-zone":
		return prints("Adding empty non-terminals for non-DNSSEC zone\n")
	default:
		return fails("Unknown command '%s'\n", verb)
	}
	return host.Result{}
}

func (p *pdns) list(args []string) host.Result {
	what, kind := "All", ""
	if len(args) > 1 {
		what, kind = args[1], args[1]
	}
	var b strings.Builder
	n := 0
	for _, z := range p.zones {
		if kind == "" || z.kind == kind {
			n++
			b.WriteString(z.name + "\n")
		}
	}
	return prints("%s%s zonecount: %d\n", b.String(), what, n)
}

func (p *pdns) create(verb string, args []string) host.Result {
	z := &pdnsZone{name: args[0], kind: "native"}
	if p.zone(z.name) != nil {
		return fails("Zone '%s' exists already\n", z.name)
	}
	p.zones = append(p.zones, z)
	if verb == "create-secondary-zone" {
		z.kind, z.primaries = "secondary", args[1:]
		return prints("Creating secondary zone '%s', with primaries '%s'\n", z.name, strings.Join(args[1:], ","))
	}
	z.put("@", "SOA", "3600", "a.misconfigured.dns.server.invalid hostmaster."+z.name+" 0 10800 3600 604800 3600")
	return prints("Creating empty zone '%s'\n", z.name)
}

// full returns a name in the zone. pdnsutil appends the zone to every name.
func (z *pdnsZone) full(name string) string {
	if name == "@" {
		return z.name
	}
	return strings.TrimSuffix(name, ".") + "." + z.name
}

func (z *pdnsZone) put(name, kind, ttl string, data ...string) {
	for _, d := range data {
		if kind == "SOA" {
			d = strings.ReplaceAll(d, ". ", " ")
		}
		z.rows = append(z.rows, pdnsRow{z.full(name), ttl, kind, d})
	}
}

func (z *pdnsZone) drop(name, kind string) {
	z.rows = slices.DeleteFunc(z.rows, func(r pdnsRow) bool { return r.name == name && r.kind == kind })
}

func (z *pdnsZone) replace(name, kind, ttl string, data []string) host.Result {
	for _, r := range z.rows {
		switch {
		case r.name != z.full(name):
		case kind == "CNAME" && r.kind != "CNAME":
			return fails("Attempting to add CNAME to %s which already had existing records\n", r.name)
		case kind != "CNAME" && r.kind == "CNAME":
			return fails("Attempting to add record to %s which already had a CNAME record\n", r.name)
		}
	}
	z.drop(z.full(name), kind)
	z.put(name, kind, ttl, data...)
	return prints("Current records for %s IN %s will be replaced\n", z.full(name), kind)
}

func (z *pdnsZone) count() host.Result {
	for i, r := range z.rows {
		if words := strings.Fields(r.data); r.kind == "SOA" {
			n, _ := strconv.Atoi(words[2])
			words[2] = strconv.Itoa(n + 1)
			z.rows[i].data = strings.Join(words, " ")
			return prints("SOA serial for zone %s set to %d\n", z.name, n+1)
		}
	}
	return host.Result{Exit: 255, Stderr: []byte("No SOA for zone '" + z.name + "'\n")}
}

func (z *pdnsZone) text() string {
	var b strings.Builder
	b.WriteString("$ORIGIN .\n")
	for _, r := range z.rows {
		fmt.Fprintf(&b, "%s\t%s\tIN\t%s\t%s\n", r.name, r.ttl, r.kind, r.data)
	}
	return b.String()
}

func (z *pdnsZone) about() string {
	words := map[string]string{"native": "Native", "primary": "Master", "secondary": "Slave"}
	text := "This is a " + words[z.kind] + " zone\n"
	if z.kind == "secondary" {
		text += "Primaries: "
		for _, at := range z.primaries {
			if addr, err := netip.ParseAddr(at); err == nil {
				at = netip.AddrPortFrom(addr, 53).String()
			}
			text += at + " "
		}
		text += "\nLast time we got update from primary: Never\n"
	}
	if z.signed {
		return text + "Metadata items: None\nZone has NSEC semantics\nkeys: \n"
	}
	return text + "Zone is not actively secured\nMetadata items: None\nNo keys for zone '" + z.name + "'.\n"
}
