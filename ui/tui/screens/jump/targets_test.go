package jump

import (
	"testing"

	"ralsh/ral"
)

// For two instances with the same name, the jump palette shows the providers.
func TestJumpDistinguishesTwins(t *testing.T) {
	typ := &ral.Type{Name: "package", Columns: [2]string{"ensure"}}
	at := func(name, provider string) match {
		inst := ral.NewInstance(typ, name)
		inst.Provider = &ral.Provider{Name: provider}
		return match{jumpTarget: jumpTarget{kind: "package", name: name, typ: typ, instance: inst}}
	}
	found := []match{at("rake", "apt"), at("rake", "gem"), at("rack", "gem"), {jumpTarget: jumpTarget{kind: "fact", name: "rake", state: "x"}}}
	alone := found[2].note()
	twins(found)
	for i, want := range []string{"apt, " + alone, "gem, " + alone, alone, "x"} {
		if got := found[i].note(); got != want {
			t.Errorf("%d says %q, want %q", i, got, want)
		}
	}
}
