package manifest_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"ralsh/ral"
	"ralsh/ral/manifest"
	"ralsh/ral/value"
)

// anyText generates strings that break parsers: quotes, backslashes, dollar
// signs, control characters, many alphabets.
func anyText() *rapid.Generator[string] {
	hard := rapid.StringOfN(rapid.SampledFrom([]rune("'\"\\$\\\n\t\r\x1b\x7f{}[]=>,:#u0041 éß日🎈ab")), 0, 12, -1)
	return rapid.OneOf(hard, rapid.String()).Filter(func(s string) bool {
		for i := range len(s) {
			if s[i] == 0 {
				return false
			}
		}
		return s != value.Redacted
	})
}

func anyValue(depth int) *rapid.Generator[value.Value] {
	kinds := []*rapid.Generator[value.Value]{
		rapid.Map(anyText(), value.Str),
		rapid.Map(rapid.Int64(), value.Int),
		rapid.Map(rapid.Bool(), value.Bool),
		rapid.Map(rapid.Float64(), value.Flt),
		rapid.Map(anyText().Filter(func(s string) bool { return s != "" }), func(s string) value.Value { return value.Ref("host", s) }),
	}
	if depth > 0 {
		inner := rapid.SliceOfN(rapid.Deferred(func() *rapid.Generator[value.Value] { return anyValue(depth - 1) }), 0, 4)
		kinds = append(kinds, rapid.Map(inner, func(items []value.Value) value.Value { return value.ListOf(items...) }),
			rapid.Custom(func(t *rapid.T) value.Value {
				items := inner.Draw(t, "items")
				pairs := make([]value.Pair, len(items))
				for i, v := range items {
					pairs[i] = value.Pair{Key: value.Str(fmt.Sprint(anyText().Draw(t, "key"), i)), Value: v}
				}
				return value.MapOf(pairs...)
			}))
	}
	return rapid.OneOf(kinds...)
}

// TestWhatIsWrittenIsReadBack checks that code is read back as the same values,
// and written again as the same bytes.
func TestWhatIsWrittenIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		title := anyText().Filter(func(s string) bool { return s != "" }).Draw(t, "title")
		r := manifest.Resource{Type: "note", Title: title, Provider: "some"}
		for _, name := range []string{"ensure", "a", "longer"} {
			r.Attrs = append(r.Attrs, ral.Attr{Name: name, Value: anyValue(3).Draw(t, name)})
		}
		r.Redacted = []manifest.Unknown{{Name: "password", Reason: "yescrypt hash"}}
		r.Unknown = []manifest.Unknown{{Name: "size", Reason: "cannot\nread: '"}}
		text := manifest.Puppet(r)
		in, err := manifest.Read("out.pp", []byte(text))
		if err != nil {
			t.Fatalf("%s\n%s", err, text)
		}
		d := in.Decls(ral.NewRegistry())[0]
		if len(in.Items) != 1 || d.Title != title || d.Provider != "some" {
			t.Fatalf("read %s, provider %s\n%s", d.Ref(), d.Provider, text)
		}
		for _, a := range r.Attrs {
			if got, ok := d.Get(a.Name); !ok || !got.Equal(a.Value) {
				t.Fatalf("%s is read as %s, was %s\n%s", a.Name, got.Inspect(), a.Value.Inspect(), text)
			}
		}
		again := manifest.Puppet(manifest.Resource{
			Type: d.Type, Title: d.Title, Provider: d.Provider, Attrs: d.Attrs, Redacted: r.Redacted, Unknown: r.Unknown,
		})
		if diff := cmp.Diff(text, again); diff != "" {
			t.Fatal(diff)
		}
	})
}
