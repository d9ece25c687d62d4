package onhost_test

import (
	"fmt"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest"
)

// A declaration is found by type and title, is built once, and is noted once however
// often it is asked for.
func TestPeersAmong(t *testing.T) {
	env := raltest.Env(t, func(reg *ral.Registry) {
		reg.Add(ral.Type{Name: "zone", Attributes: []*ral.Attribute{{Name: "name", Kind: ral.Param, Namevar: true}, {Name: "account", Kind: ral.Param}}})
	}, fakehost.New(nil).Reader(), nil)
	var decls []ral.Decl
	for i := range 1000 {
		decls = append(decls, raltest.Decl("zone", fmt.Sprint("z", i), "account", fmt.Sprint(i), "refused", "x"))
	}
	r, _ := env.Build(t.Context(), raltest.Decl("zone", "own"))
	if r.Peers = env.PeersAmong(t.Context(), decls); r.Peer("zone", "none") != nil || r.Peer("host", "z7") != nil {
		t.Error("what there is not is found")
	}
	for range 3 {
		if peer := r.Peer("Zone", "z7"); peer == nil || peer.Get("account").Text() != "7" {
			t.Fatalf("%v", peer)
		}
	}
	if asked := r.ReadPeers(); len(asked) != 1 || asked[0].Ref() != "Zone[z7]" {
		t.Errorf("asked for %v", asked)
	}
}
