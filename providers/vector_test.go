package providers_test

import (
	"os"
	"testing"

	"ralsh/ral/raltest/vectors"
)

func TestVectorCatalogs(t *testing.T) {
	dir := os.Getenv("RALSH_VECTORS")
	if dir == "" {
		dir = "../ral/raltest/vectors/testdata"
	}
	vectors.Run(t, os.DirFS(dir), map[string]vectors.Area{"catalogs": vectors.Catalogs(registry(t))})
}
