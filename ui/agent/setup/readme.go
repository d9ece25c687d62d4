package setup

import (
	"fmt"
	"net"
	"path/filepath"
	"strings"
)

// readme says what is in the directory, and the commands that come next.
func (m *maker) readme() string {
	dir, at := filepath.Dir(m.files.Path("README")), m.site.ServerDir
	broker, _, _ := net.SplitHostPort(m.site.Servers[0])
	included, err := filepath.Rel("/etc", at)
	if err != nil {
		included = at
	}
	var text strings.Builder
	fmt.Fprintf(&text, `Made by ralsh-agent setup for the NATS server %s.
The whole way is in docs/fleet.md of ralsh.

1. The server. On Debian, after apt install nats-server:

    ssh root@%s install -d -o nats -g nats -m 700 %s
    scp %s/server/* root@%s:%s
    ssh root@%s chown -R nats: %s
    ssh root@%s "echo 'include %s/nats-server.conf' >/etc/nats-server.conf"
    ssh root@%s systemctl restart nats-server

`, m.site.Servers[0], broker, at, dir, broker, at, broker, at, broker, included, broker)
	if m.site.GivenCA {
		text.WriteString("   Its certificate is yours: server.pem and server.key belong there too.\n")
	}
	fmt.Fprintf(&text, `   A server that you have already needs accounts.conf alone:
   accounts { include "accounts.conf" }
   After a later run of the command: copy again, and systemctl reload nats-server.

2. Each host, after the package ralsh-agent was installed there:

    scp %s/hosts/NAME/* root@NAME:/etc/ralsh/
    ssh root@NAME "systemd-tmpfiles --create ralsh-agent.conf && systemctl enable --now ralsh-agent"

3. Each operator:

    install -D -m 600 -t ~/.config/ralsh %s/operators/NAME/*

ca.key, setup.nk and the files *.nk are private keys. Once a bundle is where it
belongs, its private key can be removed here: the public key is in setup.yaml, and
the server knows it until --remove.
`, dir, dir)
	if m.site.JetStream {
		fmt.Fprintf(&text, "\nOnce, when the server runs, for its buckets:\n\n    ralsh-agent setup %s --buckets\n", dir)
	}
	return text.String()
}
