package setup

import (
	"bytes"
	"fmt"
	"net"
)

func (m *maker) writeServer() error {
	for name, data := range map[string][]byte{"nats-server.conf": m.serverConf(), accountsFile: m.accounts()} {
		if err := m.put("server/"+name, data); err != nil {
			return err
		}
	}
	return nil
}

// serverConf returns the configuration of a dedicated server. Hosts that connect concurrently
// after a restart need longer timeouts than the defaults. The server requires TLS 1.2.
func (m *maker) serverConf() []byte {
	name, port, _ := net.SplitHostPort(m.site.Servers[0])
	var text bytes.Buffer
	fmt.Fprintf(&text, `# A NATS server for ralsh. Written by ralsh-agent setup: your changes are lost in its next run.
server_name: %q
port: %s
max_payload: 1MB
write_deadline: "10s"
tls {
  cert_file: %q
  key_file: %q
  timeout: 15
}
authorization { timeout: 20 }
accounts { include %q }
`, name, port, m.site.ServerDir+"/server.pem", m.site.ServerDir+"/server.key", accountsFile)
	if m.site.JetStream {
		fmt.Fprintf(&text, "jetstream { store_dir: %q, max_memory_store: 1MB, max_file_store: 1GB }\n", m.site.ServerDir+"/jetstream")
	}
	return text.Bytes()
}
