package facts

import (
	"context"
	"strconv"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

const (
	sysNet   = "/sys/class/net"
	procIPv4 = "/proc/net/route"
)

// networking has no addresses yet: which belongs to which interface is told by
// rtnetlink(7) alone.
func networking(ctx context.Context, look host.Look, s *sheet) {
	hostNames(ctx, look, s)
	links, err := look.ReadDir(ctx, sysNet)
	if err != nil && !gone(err) {
		s.fail("networking.interfaces", sysNet, &readError{sysNet, err})
	}
	primary := defaultRoute(ctx, look)
	s.text("networking.primary", primary, procIPv4)
	for _, link := range links {
		at := []string{"networking", "interfaces", link}
		s.link(ctx, look, link, at)
		if link == primary {
			s.link(ctx, look, link, at[:1])
		}
	}
}

// link puts what /sys knows of an interface. The loopback's address of zeros is
// none.
func (s *sheet) link(ctx context.Context, look host.Look, link string, at []string) {
	folder := sysNet + "/" + link
	if mtu, err := strconv.ParseInt(line(ctx, look, folder+"/mtu"), 10, 64); err == nil {
		s.putAt(join(at, "mtu"), value.Int(mtu), folder+"/mtu")
	}
	if mac := line(ctx, look, folder+"/address"); strings.Trim(mac, "0:") != "" {
		s.putAt(join(at, "mac"), value.Str(mac), folder+"/address")
	}
}

func join(at []string, name string) []string { return append(at[:len(at):len(at)], name) }

// defaultRoute is the interface of the first route to everywhere.
func defaultRoute(ctx context.Context, look host.Look) string {
	text, err := look.ReadFile(ctx, procIPv4)
	if err != nil {
		return ""
	}
	for row := range strings.Lines(string(text)) {
		fields := strings.Fields(row)
		if len(fields) > 7 && fields[1] == "00000000" && fields[7] == "00000000" {
			return fields[0]
		}
	}
	return ""
}

// hostNames are hostname, domain and fqdn: the domain is of the host's own name,
// else of /etc/hosts, else of resolv.conf(5). Below another root the name is
// the one in its /etc/hostname.
func hostNames(ctx context.Context, look host.Look, s *sheet) {
	name, from := "", "/etc/hostname"
	if look.Root() == "/" {
		u, err := look.Uname(ctx)
		if err != nil {
			s.fail("networking.hostname", fromUname, err)
			return
		}
		name, from = u.Nodename, fromUname
	} else {
		name = line(ctx, look, from)
	}
	hostname, domain, _ := strings.Cut(name, ".")
	domainFrom := from
	if domain == "" {
		domain, domainFrom = fromHosts(ctx, look, hostname), "/etc/hosts"
	}
	if domain == "" {
		domain, domainFrom = fromResolver(ctx, look), "/etc/resolv.conf"
	}
	s.text("networking.hostname", hostname, from)
	s.text("networking.domain", domain, domainFrom)
	switch {
	case hostname != "" && domain != "":
		s.text("networking.fqdn", hostname+"."+domain, domainFrom)
	case hostname != "":
		s.text("networking.fqdn", hostname, from)
	}
}

// fromHosts takes the domain of the first name on the line that has the host.
func fromHosts(ctx context.Context, look host.Look, hostname string) string {
	text, err := look.ReadFile(ctx, "/etc/hosts")
	if err != nil || hostname == "" {
		return ""
	}
	for row := range strings.Lines(string(text)) {
		row, _, _ = strings.Cut(row, "#")
		fields := strings.Fields(row)
		for i, name := range fields {
			if i > 0 && (name == hostname || strings.HasPrefix(name, hostname+".")) {
				if domain, ok := strings.CutPrefix(fields[1], hostname+"."); ok {
					return domain
				}
			}
		}
	}
	return ""
}

func fromResolver(ctx context.Context, look host.Look) string {
	text, err := look.ReadFile(ctx, "/etc/resolv.conf")
	if err != nil {
		return ""
	}
	for _, word := range []string{"domain", "search"} {
		for row := range strings.Lines(string(text)) {
			if fields := strings.Fields(row); len(fields) > 1 && fields[0] == word {
				return fields[1]
			}
		}
	}
	return ""
}
