package ruby

import "testing"

// TestProviderlessTypes gives a type without providers the provider type, if it reads or
// changes something or passes events on, as an anchor does.
func TestProviderlessTypes(t *testing.T) {
	for want, d := range map[int][]Description{
		0: {{}, {Attributes: []attribute{{Name: "name", Kind: "parameter"}}}, {Has: []string{"validate", "generate"}}},
		1: {{Attributes: []attribute{{Name: "text", Kind: "property"}}}, {Has: []string{"refresh"}}},
	} {
		for _, d := range d {
			if got := (&member{nil, &d}).providers(); len(got) != want {
				t.Errorf("%+v has the providers %+v", d, got)
			}
		}
	}
}
