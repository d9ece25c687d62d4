package setup

import (
	"bytes"
	"encoding/json"
	"fmt"

	"ralsh/model/wire"
)

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
