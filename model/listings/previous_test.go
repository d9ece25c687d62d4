package listings

import (
	"slices"
	"testing"

	"ralsh/ral"
	"ralsh/ral/value"
)

// New instances are compared with the previous listing by name and provider,
// the last of several of one name.
func TestPrevious(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(ral.Type{Name: "t", Attributes: []*ral.Attribute{
		{Name: "name", Kind: ral.Param, Namevar: true}, {Name: "is", Kind: ral.Property},
	}})
	apt, gem := &ral.Provider{Name: "apt"}, &ral.Provider{Name: "gem"}
	at := func(name string, p *ral.Provider, from, is string) *ral.Instance {
		inst := ral.NewInstance(reg.Type("t"), name).Set("is", value.Str(is))
		inst.Provider, inst.From = p, from
		return inst
	}
	var entries []Entry
	for _, inst := range []*ral.Instance{
		at("rake", apt, "/f:1", "1"), at("rake", gem, "/g:1", "2"), at("twice", apt, "/f:2", "1"), at("twice", apt, "/f:3", "2"),
		at("gone", apt, "/f:4", "1"), at("gone", apt, "/f:5", "1"),
	} {
		entries = append(entries, newEntry(inst, nil))
	}
	p := newPrevious(entries)
	for _, test := range []struct {
		what string
		came *ral.Instance
		kept int // index in the entries, -1 for the new instance
		same bool
	}{
		{"as it was", at("rake", apt, "/f:1", "1"), 0, true},
		{"in another line", at("rake", gem, "/g:2", "2"), -1, true},
		{"as the first of two lines", at("twice", apt, "/f:2", "1"), -1, false},
		{"as the last of two lines", at("twice", apt, "/f:3", "2"), 3, true},
		{"new", at("new", apt, "/f:6", "1"), -1, false},
		{"new at a provider", at("twice", gem, "/g:3", "2"), -1, false},
	} {
		want := test.came
		if test.kept >= 0 {
			want = entries[test.kept].Instance
		}
		kept, m := p.match(test.came)
		p.note(m)
		if _, same := p.was(kept); kept != want || m.same != test.same || same != test.same {
			t.Errorf("%s: %s from %s is kept, same %v", test.what, kept.Name, kept.From, m.same)
		}
	}
	if got := p.lost(); !slices.Equal(got, []string{"gone", "gone"}) {
		t.Errorf("gone: %q", got)
	}
}
