package repository

import (
	"os"
	"strings"
	"testing"

	"ralsh/providers"
	"ralsh/ral"
)

// The README names every type, and of a type with several providers each of them.
func TestReadmeNamesTheTypes(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(strings.Join(strings.Fields(string(text)), " "), "Types so far: ")
	said, _, _ := strings.Cut(rest, ". What it cannot do")
	reg := ral.NewRegistry()
	providers.Register(reg)
	var all []string
	for _, typ := range reg.Types() {
		name := typ.Name
		if list := typ.Providers(); len(list) > 1 {
			var names []string
			for _, p := range list {
				names = append(names, p.Name)
			}
			name += " (" + strings.Join(names, ", ") + ")"
		}
		all = append(all, name)
	}
	if want := strings.Join(all, ", "); said != want {
		t.Errorf("README.md says\n%s\nand there are\n%s", said, want)
	}
}
