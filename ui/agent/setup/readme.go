package setup

import (
	"fmt"
	"net"
	"path/filepath"
	"strings"
)

// readme describes the directory and the next commands, with the numbers and terms of
// docs/fleet.md. It names only files that exist.
func (m *maker) readme() string {
	dir, at := filepath.Dir(m.files.Path("README")), m.site.ServerDir
	broker, _, _ := net.SplitHostPort(m.site.Servers[0])
	included, err := filepath.Rel("/etc", at)
	if err != nil {
		included = at
	}
	var text strings.Builder
	fmt.Fprintf(&text, `Written by ralsh-agent setup (step 1) for the NATS server %s.
docs/fleet.md of ralsh explains the steps.

2. Configure the server, Debian's nats-server:

    ssh root@%s apt-get install -y nats-server
    ssh root@%s install -d -o nats -g nats -m 700 %s
    scp %s/server/* root@%s:%s
    ssh root@%s chown -R nats: %s
    ssh root@%s "echo 'include %s/nats-server.conf' >/etc/nats-server.conf"
    ssh root@%s systemctl restart nats-server

`, m.site.Servers[0], broker, broker, at, dir, broker, at, broker, at, broker, included, broker)
	if m.site.GivenCA {
		text.WriteString("   Copy your certificate of the server to server.pem there, and its key to server.key.\n")
	}
	text.WriteString(`   An existing NATS server needs only accounts.conf:
   accounts { include "accounts.conf" }
   After a later run of setup, copy the files again and run systemctl reload nats-server.

`)
	if m.site.JetStream {
		fmt.Fprintf(&text, "   Create the buckets once, while the server is running:\n\n    ralsh-agent setup %s --buckets\n\n", dir)
	}
	m.readmeHosts(&text, dir)
	m.readmeOperators(&text, dir)
	private := "ca.key, server/server.key and the files *.nk"
	if m.site.GivenCA {
		private = "The files *.nk"
	}
	fmt.Fprintf(&text, `%s are private keys. After you copied a
bundle, you can delete its private key here: setup.yaml contains the public key, and the
server accepts it until --remove.
`, private)
	return text.String()
}

func (m *maker) readmeHosts(text *strings.Builder, dir string) {
	hosts := m.site.hosts()
	if len(hosts) == 0 {
		fmt.Fprintf(text, "3. Add a host: ralsh-agent setup %s --host NAME\n\n", dir)
		return
	}
	name := hosts[0]
	fmt.Fprintf(text, `3. Configure each host, after you installed the package ralsh-agent there:

    scp %s/hosts/%s/* root@%s:/etc/ralsh
    ssh root@%s "systemd-tmpfiles --create ralsh-agent.conf && systemctl enable ralsh-agent && systemctl restart ralsh-agent"

`, dir, name, name, name)
	if len(hosts) > 1 {
		fmt.Fprintf(text, "   Repeat this for the remaining %d hosts in %s/hosts.\n\n", len(hosts)-1, dir)
	}
}

func (m *maker) readmeOperators(text *strings.Builder, dir string) {
	operators := m.site.operators()
	if len(operators) == 0 {
		fmt.Fprintf(text, "4. Add an operator: ralsh-agent setup %s --operator NAME=FILE\n\n", dir)
		return
	}
	fmt.Fprintf(text, `4. Configure your account, and the account of each operator:

    install -D -m 600 -t ~/.config/ralsh %s/operators/%s/*

   Root reads the settings in /etc/ralsh:

    install -D -m 600 -t /etc/ralsh %s/operators/%s/*

5. Read, and then change:

    ralsh --on nats: facts os.release.full
    ralsh --on 'nats:family=Debian' resource file /etc/motd content='Managed by ralsh.'

`, dir, operators[0], dir, operators[0])
}
