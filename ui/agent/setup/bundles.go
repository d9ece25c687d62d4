package setup

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"syscall"
)

func hostDir(name string) string     { return "hosts/" + name }
func operatorDir(name string) string { return "operators/" + name }

// caName is the name of the trusted certificates in a bundle.
const caName = "nats-ca.pem"

// bundles writes the files of each host and operator, apart from their private keys, which are
// written once.
func (m *maker) bundles() error {
	ca, err := m.files.Read(caFile)
	if err != nil {
		return err
	}
	signers := m.allowedSigners()
	for _, name := range m.site.hosts() {
		if err := m.bundle(hostDir(name), map[string][]byte{
			"agent.yaml": m.agentYAML(name), caName: ca, "allowed_signers": signers,
		}); err != nil {
			return err
		}
	}
	for _, name := range m.site.operators() {
		if err := m.bundle(operatorDir(name), map[string][]byte{"nats.yaml": m.natsYAML(name), caName: ca}); err != nil {
			return err
		}
	}
	return m.put("allowed_signers", signers)
}

func (m *maker) bundle(dir string, files map[string][]byte) error {
	for name, data := range files {
		if err := m.put(dir+"/"+name, data); err != nil {
			return err
		}
	}
	return nil
}

func (m *maker) agentYAML(name string) []byte {
	return fmt.Appendf(nil, "# For /etc/ralsh. Written by ralsh-agent setup.\nname: %s\nservers: %s\nca: %s\nnkey: agent.nk\njetstream: %t\n",
		quoted(name), m.urls(), caName, m.site.JetStream)
}

func (m *maker) natsYAML(name string) []byte {
	return fmt.Appendf(nil, "# For ~/.config/ralsh, or /etc/ralsh of root. Written by ralsh-agent setup.\nname: %s\nservers: %s\nca: %s\nnkey: %s\nkey: %s\njetstream: %t\n",
		quoted(name), m.urls(), caName, quoted(name+".nk"), quoted(m.site.Operators[name].File), m.site.JetStream)
}

// urls returns the addresses of the server as a list of YAML.
func (m *maker) urls() string {
	var urls []string
	for _, server := range m.site.Servers {
		urls = append(urls, quoted("tls://"+server))
	}
	return "[" + strings.Join(urls, ", ") + "]"
}

// quoted returns a string of JSON, which is valid YAML.
func quoted(text string) string {
	data, _ := json.Marshal(text) // a string is always encoded
	return string(data)
}

// removeDir removes the files of a bundle. It keeps a directory that contains further files.
func (m *maker) removeDir(dir string) error {
	names, err := m.files.List(dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := m.files.Remove(dir + "/" + name); err != nil {
			return err
		}
	}
	if err := m.files.Remove(dir); err != nil && !errors.Is(err, syscall.ENOTEMPTY) {
		return err
	}
	return nil
}
