package setup

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"path/filepath"
	"strings"

	"ralsh/ral/host/ownfiles"
)

// The bounds of a file with public keys of SSH: its bytes and its keys.
const (
	maxPublic = 64 << 10
	maxKeys   = 16
)

// authority is the prefix of the key of a certificate authority.
const authority = "cert-authority "

const namespace = "ralsh@order"

// keyFiles maps the kinds of signing keys to the files of ssh-keygen.
func keyFiles() map[string]string {
	return map[string]string{
		"ssh-ed25519":                        "id_ed25519.pub",
		"sk-ssh-ed25519@openssh.com":         "id_ed25519_sk.pub",
		"ecdsa-sha2-nistp256":                "id_ecdsa.pub",
		"ecdsa-sha2-nistp384":                "id_ecdsa.pub",
		"ecdsa-sha2-nistp521":                "id_ecdsa.pub",
		"sk-ecdsa-sha2-nistp256@openssh.com": "id_ecdsa_sk.pub",
		"ssh-rsa":                            "id_rsa.pub",
	}
}

// readPublicKeys returns the keys of a file of ssh-keygen, without comments. cert-authority at
// the start of a line accepts certificates of that key.
func readPublicKeys(file, home string) ([]string, error) {
	data, err := ownfiles.ReadNamed(expanded(file, home), maxPublic)
	switch {
	case err != nil:
		return nil, err
	case bytes.Contains(data, []byte("PRIVATE KEY")):
		return nil, fmt.Errorf("%s is a private key: use the public key %s.pub", file, file)
	}
	var keys []string
	number := 0
	for line := range strings.Lines(string(data)) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, err := publicKey(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, number, err)
		}
		keys = append(keys, key)
	}
	if len(keys) == 0 || len(keys) > maxKeys {
		return nil, fmt.Errorf("%s has %d public keys: expected 1 to %d", file, len(keys), maxKeys)
	}
	return keys, nil
}

func publicKey(line string) (string, error) {
	rest, ofAuthority := strings.CutPrefix(line, authority)
	words := strings.Fields(rest)
	if len(words) < 2 || keyFiles()[words[0]] == "" {
		return "", fmt.Errorf("%.40q is not a public SSH key that can sign", line)
	}
	blob, err := base64.StdEncoding.DecodeString(words[1])
	if err != nil || !isKey(words[0], blob) {
		return "", fmt.Errorf("%.40q is a malformed public key", line)
	}
	key := words[0] + " " + words[1]
	if ofAuthority {
		key = authority + key
	}
	return key, nil
}

// isKey reports whether the bytes of a key are of a kind: they begin with its length and name.
func isKey(kind string, blob []byte) bool {
	if len(blob) < 4+len(kind)+32 || binary.BigEndian.Uint32(blob) != uint32(len(kind)) {
		return false
	}
	return string(blob[4:4+len(kind)]) == kind
}

// keyAt returns the path of the operator's signing key: the read file, if it is in ~/.ssh of
// the operator, otherwise the default of ssh-keygen.
func keyAt(file, home, key string) string {
	if strings.HasPrefix(key, authority) {
		return "~/.ssh/id_ed25519-cert.pub"
	}
	if name, own := strings.CutPrefix(expanded(file, home), filepath.Join(home, ".ssh")+"/"); own && home != "" {
		return "~/.ssh/" + name
	}
	kind, _, _ := strings.Cut(key, " ")
	return "~/.ssh/" + keyFiles()[kind]
}

// expanded resolves ~ in a path.
func expanded(file, home string) string {
	if rest, ok := strings.CutPrefix(file, "~/"); ok {
		return filepath.Join(home, rest)
	}
	return filepath.Clean(file)
}

// allowedSigners returns the file with the accepted keys of a host, for ssh-keygen -Y verify.
func (m *maker) allowedSigners() []byte {
	var text bytes.Buffer
	text.WriteString("# The keys that may sign orders for this host. Written by ralsh-agent setup.\n")
	for _, name := range m.site.operators() {
		for _, key := range m.site.Operators[name].Keys {
			options := `namespaces="` + namespace + `"`
			if rest, certified := strings.CutPrefix(key, authority); certified {
				options, key = "cert-authority,"+options, rest
			}
			fmt.Fprintf(&text, "%s %s %s\n", name, options, key)
		}
	}
	return text.Bytes()
}
