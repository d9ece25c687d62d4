package cron

import (
	"os"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest/vectors"
)

func rootsHost(text *string) *fakehost.Host {
	fake := tabsHost(nil)
	if text != nil {
		fake.Put(spoolDir+"root", *text, 0o600)
	}
	return fake
}

func numbered(inst *ral.Instance, record map[string]any) {
	if strings.HasPrefix(inst.Name, "unmanaged:") {
		record["unmanaged"] = map[string]any{"kind": "boolean", "value": true}
	}
}

func TestVector(t *testing.T) {
	dir := os.Getenv("RALSH_VECTORS")
	if dir == "" {
		dir = "../../ral/raltest/vectors/testdata"
	}
	own := vectors.ParsedType{
		Name: "cron", Path: spoolDir + "root", Format: Format(), Register: Register,
		Host: rootsHost, Own: []string{"user"}, Extra: numbered,
	}
	mine := func(c vectors.Case) bool { return c.Given.Type.Type == "cron" }
	vectors.RunSome(t, os.DirFS(dir), map[string]vectors.Area{"parsed_files": own.Area}, mine)
}
