package sshkey

import (
	"os"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/raltest/vectors"
)

// apart splits the title of an instance, because Puppet's record has name and
// type.
func apart(inst *ral.Instance, record map[string]any) {
	name, kind, _ := strings.Cut(inst.Name, "@")
	if strings.HasPrefix(inst.Name, "@") {
		name, kind, _ = strings.Cut(inst.Name[1:], "@")
		name = "@" + name
	}
	record["name"] = map[string]any{"kind": "string", "value": name}
	record["type"] = map[string]any{"kind": "string", "value": kind}
}

func TestVector(t *testing.T) {
	dir := os.Getenv("RALSH_VECTORS")
	if dir == "" {
		dir = "../../ral/raltest/vectors/testdata"
	}
	own := vectors.ParsedType{Name: "sshkey", Path: knownHosts, Format: format(), Register: Register, Extra: apart}
	mine := func(c vectors.Case) bool { return c.Given.Type.Type == "sshkey" }
	vectors.RunSome(t, os.DirFS(dir), map[string]vectors.Area{"parsed_files": own.Area}, mine)
}
