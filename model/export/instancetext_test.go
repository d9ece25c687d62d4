package export

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// InstanceText writes what encoding/json writes of InstanceJSON, byte for byte.
func TestInstanceText(t *testing.T) {
	reg := ral.NewRegistry()
	names := []string{"zeta", "alpha", "mode", "beta", "gamma"}
	typ := ral.Type{Name: "sample", Attributes: []*ral.Attribute{standard.Ensure("It is there."), {Name: "name", Kind: ral.Param, Namevar: true, Doc: "Its name.", Example: "a"}}}
	for _, name := range names {
		typ.Attributes = append(typ.Attributes, &ral.Attribute{Name: name, Kind: ral.Property, Doc: "A value.", Example: "a", ReadOnly: name == "beta"})
	}
	reg.Add(typ, ral.Provider{Name: "own", Doc: "Reads nothing.", New: func() any { return nil }})
	sample := reg.Type("sample")
	texts := []string{"", "plain", "<&>", "\u2028 \x1b[31m", "\x7f", "bad \xff", `a "quoted" \ text`, "日本", "two\nlines", "\u202e"}
	values := []value.Value{
		value.Present(), value.Absent(), value.Int(-7), value.Bool(true), value.ListOf(), value.ListOf(value.Str("<a>"), value.Int(2)),
		value.Unread("permission denied"), value.Secret(value.Str("hidden")), value.Flt(1e21), value.Flt(math.Inf(1)),
		value.MapOf(value.Pair{Key: value.Str("k&"), Value: value.ListOf(value.Str("v"))}, value.Pair{Key: value.Str("a"), Value: value.Int(1)}),
	}
	for _, text := range texts {
		values = append(values, value.Str(text))
	}
	r := rand.New(rand.NewPCG(1, 2))
	shown, hidden := InstanceText{Show: true}, InstanceText{}
	for range 2000 {
		inst := ral.NewInstance(sample, texts[1+r.IntN(len(texts)-1)])
		inst.Provider, inst.Shadowed = sample.Provider("own"), r.IntN(9) == 0
		for _, name := range names {
			if v := values[r.IntN(len(values))]; r.IntN(4) > 0 {
				inst.Set(name, v)
			}
		}
		for _, name := range []string{"path", "at", "section"}[:r.IntN(4)] {
			inst.Keys = append(inst.Keys, ral.Attr{Name: name, Value: values[r.IntN(len(values))]})
		}
		for _, text := range []*InstanceText{&shown, &hidden} {
			in, leftOut := InstanceJSON(inst, text.Show), ""
			if r.IntN(3) == 0 {
				leftOut = "another one"
				in.LeftOut = leftOut
			}
			want, err := json.MarshalIndent(in, "\t", "  ")
			if err != nil {
				t.Fatal(err)
			}
			if got := string(text.Append(nil, inst, leftOut, "\t")); got != string(want) || text.Err() != nil {
				t.Fatalf("%v\n%s\nwant\n%s", text.Err(), got, strings.TrimSpace(string(want)))
			}
		}
	}
}
