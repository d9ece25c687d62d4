package vectors_test

import (
	"os"
	"slices"
	"testing"

	"ralsh/ral/raltest/vectors"
)

// areas returns the areas that need no type of ralsh.
func areas() map[string]vectors.Area {
	return map[string]vectors.Area{
		"values": vectors.Values, "boolean": vectors.Booleans, "attributes": vectors.Attributes,
		"features": vectors.Features, "confines": vectors.Confines, "default_provider": vectors.Defaults,
		"insync": vectors.InSync, "doc_scrub": vectors.Docs,
		"transaction": vectors.Transactions,
		"instances":   vectors.Instances, "manifest_output": vectors.Written,
		"plugins": vectors.Plugins,
	}
}

func TestVector(t *testing.T) { vectors.Run(t, os.DirFS(folder()), areas()) }

// TestVectorToolkit runs the cases of the line toolkit. The cases of types that
// manage such files are run in the packages of the types.
func TestVectorToolkit(t *testing.T) {
	toolkit := func(c vectors.Case) bool { return c.When.Op == "toolkit" }
	vectors.RunSome(t, os.DirFS(folder()), map[string]vectors.Area{"parsed_files": vectors.Toolkit}, toolkit)
}

// Every case is run here, is run in the package of its type, or waits for something.
// The catalogs are run in a package with all types, the facts in package facts.
func TestVectorsHaveAPlace(t *testing.T) {
	dir := os.DirFS(folder())
	files, err := vectors.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	waiting := vectors.Waiting(t, dir)
	types := []string{"host", "mount", "cron", "mailalias", "sshkey", "ssh_authorized_key"}
	for _, f := range files {
		later, rest := 0, 0
		for _, c := range f.Cases {
			switch {
			case waiting[c.ID]:
				later++
			case f.Area != "parsed_files" || c.When.Op != "toolkit" && !slices.Contains(types, c.Given.Type.Type):
				rest++
			}
		}
		if later > 0 {
			t.Logf("%-17s %4d cases, %4d later", f.Area, len(f.Cases), later)
		}
		if areas()[f.Area] == nil && f.Area != "catalogs" && f.Area != "facts" && rest != 0 {
			t.Errorf("%s: %d cases are neither run nor waiting", f.Area, rest)
		}
	}
}

// TestVectorLanguage runs the cases again with their types and providers in the
// module language. The results and the deviations must be the same.
func TestVectorLanguage(t *testing.T) {
	again := map[string]vectors.Area{}
	for _, name := range []string{"values", "boolean", "attributes", "insync", "confines", "default_provider", "features"} {
		again[name] = vectors.InLanguage(areas()[name])
	}
	vectors.Run(t, os.DirFS(folder()), again)
}
