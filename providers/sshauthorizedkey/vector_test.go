package sshauthorizedkey

import (
	"os"
	"strings"
	"testing"

	"ralsh/providers/internal/sshkeys"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest/vectors"
)

const rootKeys = "/root/.ssh/authorized_keys"

func rootsHost(text *string) *fakehost.Host {
	fake := fakehost.New(map[string]string{"/etc/passwd": "root:x:0:0:root:/root:/bin/bash\n", "/root/.ssh/": ""})
	if text != nil {
		fake.Put(rootKeys, *text, 0o644)
	}
	return fake
}

// numbered adds what Puppet's record has: that a key has no comment, and an
// empty list for no options.
func numbered(inst *ral.Instance, record map[string]any) {
	if inst.Get("options").IsAbsent() {
		record["options"] = map[string]any{"kind": "array", "value": []any{map[string]any{"kind": "symbol", "value": "absent"}}}
	}
	if strings.Contains(inst.Name, ":unnamed-") {
		record["unnamed"] = map[string]any{"kind": "boolean", "value": true}
	}
}

func TestVector(t *testing.T) {
	dir := os.Getenv("RALSH_VECTORS")
	if dir == "" {
		dir = "../../ral/raltest/vectors/testdata"
	}
	own := vectors.ParsedType{
		Name: "ssh_authorized_key", Path: rootKeys, Format: sshkeys.Format(), Register: Register,
		Host: rootsHost, Own: []string{"user"}, Extra: numbered,
	}
	mine := func(c vectors.Case) bool { return c.Given.Type.Type == "ssh_authorized_key" }
	vectors.RunSome(t, os.DirFS(dir), map[string]vectors.Area{"parsed_files": own.Area}, mine)
}
