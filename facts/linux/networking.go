package linux

import (
	"context"
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

const fromNetlink = "rtnetlink(7)"

// networking adds the host's names and interfaces; the values of the primary interface
// are also values of the host.
func networking(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	hostNames(ctx, rd, b)
	network, err := rd.Network(ctx)
	if err != nil {
		if !gone(err) {
			b.Fail("networking.interfaces", fromNetlink, err)
		}
		return
	}
	links := linksOf(network)
	primary, from := primaryLink(ctx, rd, links)
	b.Text("networking.primary", primary, from)
	for _, l := range links {
		l.server, l.serverFrom, l.serverErr = dhcpServer(ctx, rd, l)
		l.mac, l.macFrom = hardware(ctx, rd, l)
		at := []string{"networking", "interfaces", l.name}
		l.put(b, at)
		if l.index > 0 {
			state(ctx, rd, b, at, "/sys/class/net/"+l.name)
		}
		if len(l.four) > 0 {
			b.PutAt(join(at, "bindings"), bindings(l.four), fromNetlink)
		}
		if len(l.six) > 0 {
			b.PutAt(join(at, "bindings6"), bindings(l.six), fromNetlink)
		}
		if l.name == primary {
			l.put(b, at[:1])
		}
	}
}

// link is an interface as Facter defines it: an IPv4 address with a label is a separate
// interface.
type link struct {
	name    string
	index   int // 0 for a label
	mtu     int
	bytes   []byte // hardware address
	four    []binding
	six     []binding
	mac     string
	macFrom string

	server     string // DHCP server
	serverFrom string
	serverErr  error
}

func linksOf(network host.Network) []*link {
	var links []*link
	byName, byIndex := map[string]*link{}, map[int]*link{}
	named := func(name string) *link {
		if byName[name] == nil {
			byName[name] = &link{name: name}
			links = append(links, byName[name])
		}
		return byName[name]
	}
	for _, from := range network.Links {
		l := named(from.Name)
		l.index, l.mtu, l.bytes = from.Index, from.MTU, from.Hardware
		byIndex[l.index] = l
	}
	for _, from := range network.Links {
		for _, a := range from.Addresses {
			if a.IP.Is4() && a.Label != "" {
				named(a.Label).bind(bindingOf(a))
				continue
			}
			byIndex[from.Index].bind(bindingOf(a))
		}
	}
	for _, r := range network.Routes {
		if l := byIndex[r.Link]; l != nil && r.Source.IsValid() && !l.has(r.Source) {
			l.bind(binding{ip: r.Source})
		}
	}
	return links
}

func (l *link) bind(b binding) {
	if b.ip.Is4() {
		l.four = append(l.four, b)
	} else {
		l.six = append(l.six, b)
	}
}

func (l *link) has(ip netip.Addr) bool {
	for _, list := range [...][]binding{l.four, l.six} {
		for _, b := range list {
			if b.ip == ip {
				return true
			}
		}
	}
	return false
}

func (l *link) put(b *leaf.Builder, at []string) {
	if l.mtu > 0 {
		b.PutAt(join(at, "mtu"), value.Int(int64(l.mtu)), fromNetlink)
	}
	b.TextAt(join(at, "mac"), l.mac, l.macFrom)
	b.TextAt(join(at, "dhcp"), l.server, l.serverFrom)
	b.Miss(join(at, "dhcp"), l.serverFrom, l.serverErr)
	l.putFirst(b, at, "", l.four)
	l.putFirst(b, at, "6", l.six)
}

// state adds the state of an interface from its directory in /sys. Only an interface with
// a device is physical, and has a speed, in Mbit/s, and a duplex. A driver may lack both.
func state(ctx context.Context, rd host.Reader, b *leaf.Builder, at []string, dir string) {
	now, err := small(ctx, rd, dir+"/operstate")
	b.Miss(join(at, "operational_state"), dir+"/operstate", err)
	if now == "" {
		return
	}
	b.TextAt(join(at, "operational_state"), now, dir+"/operstate")
	physical, err := rd.Exists(ctx, dir+"/device")
	if err != nil {
		b.Miss(join(at, "physical"), dir+"/device", err)
		return
	}
	b.PutAt(join(at, "physical"), value.Bool(physical), dir+"/device")
	if !physical {
		return
	}
	if speed, err := strconv.ParseInt(line(ctx, rd, dir+"/speed"), 10, 64); err == nil {
		b.PutAt(join(at, "speed"), value.Int(speed), dir+"/speed")
	}
	lineAt(ctx, rd, b, join(at, "duplex"), dir+"/duplex")
}

func (*link) putFirst(s *leaf.Builder, at []string, suffix string, list []binding) {
	b, ok := first(list)
	if !ok {
		return
	}
	s.TextAt(join(at, "ip"+suffix), b.ip.String(), fromNetlink)
	s.TextAt(join(at, "netmask"+suffix), b.netmask(), fromNetlink)
	s.TextAt(join(at, "network"+suffix), b.network(), fromNetlink)
	if b.ip.Is6() {
		s.TextAt(join(at, "scope6"), scope(b.ip), fromNetlink)
	}
}

// hardware returns the permanent hardware address. An interface in a bond has the bond's
// address, and its permanent address is in /proc/net/bonding. An address that is not 6
// to 20 bytes long belongs to a tunnel, and zeros to the loopback.
func hardware(ctx context.Context, rd host.Reader, l *link) (mac, from string) {
	if master, err := rd.ReadLink(ctx, "/sys/class/net/"+l.name+"/master"); err == nil {
		file := "/proc/net/bonding/" + master[strings.LastIndex(master, "/")+1:]
		if own := bonded(line(ctx, rd, file), l.name); own != "" {
			return own, file
		}
	}
	if len(l.bytes) < 6 || len(l.bytes) > 20 || strings.Trim(string(l.bytes), "\x00") == "" {
		return "", ""
	}
	return strings.ReplaceAll(fmt.Sprintf("% x", l.bytes), " ", ":"), fromNetlink
}

func bonded(text, name string) string {
	mine := false
	for row := range strings.Lines(text) {
		key, rest, _ := strings.Cut(strings.TrimSpace(row), ": ")
		switch key {
		case "Slave Interface":
			mine = rest == name
		case "Permanent HW addr":
			if mine {
				return rest
			}
		}
	}
	return ""
}

const procIPv4 = "/proc/net/route"

// primaryLink returns the interface of the first default route, otherwise the
// first with an address that remote hosts can reach.
func primaryLink(ctx context.Context, rd host.Reader, links []*link) (name, from string) {
	text, _ := rd.ReadFile(ctx, procIPv4)
	for row := range strings.Lines(string(text)) {
		fields := strings.Fields(row)
		if len(fields) > 7 && fields[1] == "00000000" && fields[7] == "00000000" && fields[0] != "*" {
			return fields[0], procIPv4
		}
	}
	for _, l := range links {
		for _, list := range [...][]binding{l.four, l.six} {
			if b, ok := first(list); ok && !near(b.ip) {
				return l.name, fromNetlink
			}
		}
	}
	return "", ""
}
