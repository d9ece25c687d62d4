package hosts

import (
	"os"
	"testing"

	"ralsh/ral/raltest/vectors"
)

func TestVector(t *testing.T) {
	dir := os.Getenv("RALSH_VECTORS")
	if dir == "" {
		dir = "../../ral/raltest/vectors/testdata"
	}
	own := vectors.ParsedType{
		Name: "host", Path: hostsFile, Format: format(), Lists: map[string]string{"host_aliases": " "}, Register: Register,
	}
	mine := func(c vectors.Case) bool { return c.Given.Type.Type == "host" }
	vectors.RunSome(t, os.DirFS(dir), map[string]vectors.Area{"parsed_files": own.Area}, mine)
}
