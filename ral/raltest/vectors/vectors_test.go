package vectors_test

import (
	"os"
	"testing"

	"ralsh/ral"
	"ralsh/ral/raltest/vectors"
)

// folder returns the directory of the cases: RALSH_VECTORS, or testdata.
func folder() string {
	if dir := os.Getenv("RALSH_VECTORS"); dir != "" {
		return dir
	}
	return "testdata"
}

// Every definition of every case can be parsed and registered.
func TestDefinitions(t *testing.T) {
	files, err := vectors.Load(os.DirFS(folder()))
	if err != nil {
		t.Fatal(err)
	}
	unread := map[string]int{}
	for _, f := range files {
		for _, c := range f.Cases {
			if c.Err != nil {
				unread[f.Area]++
				continue
			}
			vectors.Guard(t, func() { register(t, f.Area, c) })
		}
	}
	for _, area := range []string{"facts", "plugins", "catalogs", "parsed_files"} {
		delete(unread, area)
	}
	if len(unread) > 0 {
		t.Errorf("cases that could not be read: %v", unread)
	}
}

func register(t *testing.T, area string, c vectors.Case) {
	t.Helper()
	m := vectors.NewMachine(&c.Given)
	reg := ral.NewRegistry()
	for _, ty := range c.Given.Types {
		ty.Register(reg, m)
	}
	if c.Given.Type.Full {
		c.Given.Type.Register(reg, m)
	}
	if err := reg.Err(); err != nil && area == "transaction" {
		t.Errorf("%s: %v", c.ID, err)
	}
}
