package linux

import (
	"context"
	"strings"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
)

// hostNames adds hostname, domain and fqdn. The domain comes from the host name,
// otherwise from /etc/hosts, otherwise from resolv.conf(5). Below a different root the
// name comes from its /etc/hostname.
func hostNames(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	name, from := "", "/etc/hostname"
	if rd.Root() == "/" {
		u, err := rd.Uname(ctx)
		if err != nil {
			b.Fail("networking.hostname", fromUname, err)
			return
		}
		name, from = u.Nodename, fromUname
	} else {
		var err error
		if name, err = small(ctx, rd, from); err != nil {
			b.Fail("networking.hostname", from, err)
			return
		}
	}
	hostname, domain, _ := strings.Cut(name, ".")
	domainFrom := from
	b.Text("networking.hostname", hostname, from)
	for _, in := range [...]struct {
		file string
		find func(text string) string
	}{{"/etc/hosts", func(text string) string { return fromHosts(text, hostname) }}, {"/etc/resolv.conf", fromResolver}} {
		if domain != "" {
			break
		}
		text, err := small(ctx, rd, in.file)
		if err != nil {
			b.Miss([]string{"networking", "domain"}, in.file, err)
			b.Miss([]string{"networking", "fqdn"}, in.file, err)
			return
		}
		domain, domainFrom = in.find(text), in.file
	}
	b.Text("networking.domain", domain, domainFrom)
	switch {
	case hostname != "" && domain != "":
		b.Text("networking.fqdn", hostname+"."+domain, domainFrom)
	case hostname != "":
		b.Text("networking.fqdn", hostname, from)
	}
}

// fromHosts returns the domain of the first name on the line of the host.
func fromHosts(text, hostname string) string {
	if hostname == "" {
		return ""
	}
	for row := range strings.Lines(text) {
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

func fromResolver(text string) string {
	for _, word := range []string{"domain", "search"} {
		for row := range strings.Lines(text) {
			if fields := strings.Fields(row); len(fields) > 1 && fields[0] == word {
				return fields[1]
			}
		}
	}
	return ""
}
