package facts

import (
	"context"
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

// dhcpServer is who gave an interface its address, by the leases that each of
// the clients keeps: systemd-networkd, dhclient, NetworkManager, dhcpcd.
func dhcpServer(ctx context.Context, look host.Look, l *link) (server, from string) {
	if l.index == 0 {
		return "", ""
	}
	file := "/run/systemd/netif/leases/" + strconv.Itoa(l.index)
	if m := leaseServer.FindStringSubmatch(line(ctx, look, file)); m != nil {
		return m[1], file
	}
	if server, from := clientLease(ctx, look, l.name); server != "" {
		return server, from
	}
	const managed = "/var/lib/NetworkManager"
	names, _ := look.ReadDir(ctx, managed)
	for _, name := range names {
		if strings.Contains(name, "internal") && strings.HasSuffix(name, l.name+".lease") {
			if m := leaseServer.FindStringSubmatch(line(ctx, look, managed+"/"+name)); m != nil {
				return m[1], managed + "/" + name
			}
		}
	}
	text, _ := ask(ctx, look, dhcpcd, "-U", l.name)
	if m := dhcpcdServer.FindStringSubmatch(text); m != nil {
		return m[1], "dhcpcd -U " + l.name + " (command)"
	}
	return "", ""
}

// clientLease reads dhclient.leases(5); a file names its interface.
func clientLease(ctx context.Context, look host.Look, name string) (server, from string) {
	for _, folder := range []string{
		"/var/lib/dhclient", "/var/lib/dhcp", "/var/lib/dhcp3", "/var/lib/NetworkManager", "/var/db",
	} {
		files, _ := look.ReadDir(ctx, folder)
		for _, file := range files {
			if !strings.Contains(file, "dhclient") || !strings.Contains(file, ".lease") {
				continue
			}
			text := line(ctx, look, folder+"/"+file)
			if m := clientServer.FindStringSubmatch(text); m != nil && strings.Contains(text, `interface "`+name+`"`) {
				return m[1], folder + "/" + file
			}
		}
	}
	return "", ""
}
