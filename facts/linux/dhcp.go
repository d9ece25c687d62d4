package linux

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"strconv"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/lazyre"
)

const dhcpcd = "dhcpcd"

var (
	leaseServer  = lazyre.New(`(?m)^SERVER_ADDRESS=(.*)$`)
	clientServer = lazyre.New(`dhcp-server-identifier ([0-9]+(?:\.[0-9]+){3})`)
	dhcpcdServer = lazyre.New(`(?m)^dhcp_server_identifier='(.*)'`)
)

// dhcpServer returns the DHCP server of an interface, according to the leases of
// systemd-networkd, dhclient, NetworkManager and dhcpcd. The error reports unreadable
// leases if the readable leases name no server.
func dhcpServer(ctx context.Context, rd host.Reader, l *link) (server, from string, err error) {
	if l.index == 0 {
		return "", "", nil
	}
	k := &leases{rd: rd}
	file := "/run/systemd/netif/leases/" + strconv.Itoa(l.index)
	if m := leaseServer.FindStringSubmatch(k.read(ctx, file)); m != nil {
		return m[1], file, nil
	}
	if server, from := k.client(ctx, l.name); server != "" {
		return server, from, nil
	}
	const managed = "/var/lib/NetworkManager"
	for _, name := range k.names(ctx, managed) {
		if strings.Contains(name, "internal") && strings.HasSuffix(name, l.name+".lease") {
			if m := leaseServer.FindStringSubmatch(k.read(ctx, managed+"/"+name)); m != nil {
				return m[1], managed + "/" + name, nil
			}
		}
	}
	text, _ := ask(ctx, rd, dhcpcd, "-U", l.name)
	if m := dhcpcdServer.FindStringSubmatch(text); m != nil {
		return m[1], "dhcpcd -U " + l.name + " (command)", nil
	}
	return "", "", k.err
}

// leases reads the leases of the clients, and records unreadable leases.
type leases struct {
	rd  host.Reader
	err error
}

func (k *leases) read(ctx context.Context, file string) string {
	text, err := small(ctx, k.rd, file)
	k.err = cmp.Or(k.err, err)
	return text
}

func (k *leases) names(ctx context.Context, dir string) []string {
	names, err := k.rd.ReadDir(ctx, dir)
	if errors.Is(err, fs.ErrPermission) {
		k.err = cmp.Or[error](k.err, host.Unreadable(dir, err))
	}
	return names
}

// client reads dhclient.leases(5); a file names its interface.
func (k *leases) client(ctx context.Context, name string) (server, from string) {
	for _, dir := range []string{
		"/var/lib/dhclient", "/var/lib/dhcp", "/var/lib/dhcp3", "/var/lib/NetworkManager", "/var/db",
	} {
		for _, file := range k.names(ctx, dir) {
			if !strings.Contains(file, "dhclient") || !strings.Contains(file, ".lease") {
				continue
			}
			text := k.read(ctx, dir+"/"+file)
			if m := clientServer.FindStringSubmatch(text); m != nil && strings.Contains(text, `interface "`+name+`"`) {
				return m[1], dir + "/" + file
			}
		}
	}
	return "", ""
}
