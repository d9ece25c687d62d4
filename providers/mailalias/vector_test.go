package mailalias

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
	own := vectors.ParsedType{Name: "mailalias", Path: aliasesFile, Format: format(), Register: Register}
	mine := func(c vectors.Case) bool { return c.Given.Type.Type == "mailalias" }
	vectors.RunSome(t, os.DirFS(dir), map[string]vectors.Area{"parsed_files": own.Area}, mine)
}
