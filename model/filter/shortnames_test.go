package filter

import (
	"os"
	"slices"
	"testing"

	"ralsh/facts"
	"ralsh/ral/host/fakehost"
)

// TestShortNames holds that each short name is a fact of ralsh, and has a value at a host.
func TestShortNames(t *testing.T) {
	data, err := os.ReadFile("testdata/web1.json")
	if err != nil {
		t.Fatal(err)
	}
	web1, err := ReadFacts("web1.example.org", data)
	if err != nil {
		t.Fatal(err)
	}
	known := facts.New(fakehost.New(nil).Host.Reader()).Known()
	for _, s := range shortNames {
		switch web1.value(s.path()).(type) {
		case string, float64, bool:
		default:
			t.Errorf("%s has no value that compares", s.name)
		}
		if path := s.path(); path != nil && !slices.Contains(known, path[0]) {
			t.Errorf("%s: ralsh has no fact called %s", s.name, path[0])
		}
	}
	if path := (shortName{name: "name"}).path(); path != nil {
		t.Errorf("the name of a host is the fact %q", path)
	}
}
