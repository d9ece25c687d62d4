package modules

import (
	"encoding/json"
	"regexp"
	"testing"

	"ralsh/ral/host/fakehost"
)

// The values of metadata.json are used, or the module has the position of the
// error.
func FuzzMetadata(f *testing.F) {
	for _, text := range []string{
		`{"version": "1.2.3", "summary": "A module", "author": "someone", "dependencies": []}`, "{}", "null", "", "[]", "{\n\"version\": 1\n}",
		"{\"summary\": \"\\u00e4\\ud800\"", `{"VERSION": "x", "version": null}`, "\xff", "{\"author\": \"\xff\"}", `{"author": {"name": ["x"]}}`,
	} {
		f.Add([]byte(text))
	}
	const file = "/etc/modules/m/metadata.json"
	placed := regexp.MustCompile(`\A` + file + `:[1-9]\d*:[1-9]\d*: .`)
	read := func(t *testing.T, text []byte) *Module {
		m := &Module{Name: "m", Path: "/etc/modules/m"}
		m.metadata(t.Context(), fakehost.New(map[string]string{file: string(text)}).Reader())
		return m
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		m := read(t, text)
		if m.Err == nil && !json.Valid(text) || m.Err != nil && (!placed.MatchString(m.Err.Error()) || m.Version+m.Summary+m.Author != "") {
			t.Fatalf("%q: %+v, %v", text, m, m.Err)
		}
		back, err := json.Marshal(map[string]string{"version": m.Version, "summary": m.Summary, "author": m.Author})
		if err != nil {
			t.Fatal(err)
		}
		if again := read(t, back); again.Err != nil || again.Version != m.Version || again.Summary != m.Summary || again.Author != m.Author {
			t.Fatalf("%q came back as %+v", text, again)
		}
	})
}
