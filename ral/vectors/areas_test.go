package vectors_test

import (
	"os"
	"testing"

	"ralsh/ral/vectors"
)

// areas are what needs no resource type of ours.
func areas() map[string]vectors.Area {
	return map[string]vectors.Area{
		"values": vectors.Values, "boolean": vectors.Booleans, "attributes": vectors.Attributes,
		"features": vectors.Features, "confines": vectors.Confines, "default_provider": vectors.Defaults,
		"insync": vectors.InSync, "doc_scrub": vectors.Docs,
		"transaction": vectors.Transactions,
		"instances":   vectors.Instances, "manifest_output": vectors.Written,
	}
}

func TestVector(t *testing.T) { vectors.Run(t, os.DirFS(folder()), areas()) }
