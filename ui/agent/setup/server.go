package setup

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net"

	"github.com/nats-io/nkeys"

	"ralsh/model/wire"
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

// accountsFile is included by nats-server.conf, within accounts.
const accountsFile = "accounts.conf"

// accounts returns the account of ralsh: a user for each host and operator, with the subjects
// that they may publish and subscribe to.
func (m *maker) accounts() []byte {
	var text bytes.Buffer
	text.WriteString("# The account of ralsh. Written by ralsh-agent setup. To use it in your nats-server.conf:\n")
	text.WriteString("# accounts { include \"" + accountsFile + "\" }\nRALSH {\n")
	if m.site.JetStream {
		fmt.Fprintf(&text, "  jetstream { max_memory: 0, max_file: 1GB, max_streams: %d, max_consumers: 0 }\n", len(wire.Buckets()))
	}
	text.WriteString("  users: [\n")
	for _, name := range m.site.hosts() {
		user(&text, "host "+name, m.site.Hosts[name], wire.AllowedHost(name), ", allow_responses: { max: 1, expires: \"10s\" }")
	}
	for _, name := range m.site.operators() {
		user(&text, "operator "+name, m.site.Operators[name].NKey, wire.AllowedOperator(name), "")
	}
	if m.site.JetStream {
		user(&text, "ralsh-agent setup --buckets", m.site.Setup, wire.AllowedSetup(), "")
	}
	text.WriteString("  ]\n}\n")
	return text.Bytes()
}

func user(text *bytes.Buffer, who, nkey string, may wire.Allowed, more string) {
	fmt.Fprintf(text, "    # %s\n    { nkey: %s, permissions: {\n", who, nkey)
	fmt.Fprintf(text, "      publish: { allow: %s }\n      subscribe: { allow: %s }%s\n    } }\n", list(may.Publish), list(may.Subscribe), more)
}

// list returns subjects as a list of strings. They contain no character that JSON and the
// configuration of NATS write differently.
func list(subjects []string) []byte {
	var text bytes.Buffer
	words := json.NewEncoder(&text)
	words.SetEscapeHTML(false) // for the > of subjects
	_ = words.Encode(subjects)
	return bytes.TrimSpace(text.Bytes())
}

// setupKey is the private key of the user that creates the buckets.
const setupKey = "setup.nk"

// newKey creates the private key of a NATS user, to be written later, and returns the public
// key.
func (m *maker) newKey(path string) (public string, err error) {
	key, err := nkeys.CreateUser()
	if err != nil {
		return "", err
	}
	defer key.Wipe()
	seed, err := key.Seed()
	if err != nil {
		return "", err
	}
	m.newKeys[path] = append(seed, '\n')
	return key.PublicKey()
}
