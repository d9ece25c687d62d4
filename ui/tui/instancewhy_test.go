package tui

import (
	"strings"
	"testing"

	"ralsh/model/listings"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// w on a row of the instance explains the sign of that row.
func TestInstanceWhy(t *testing.T) {
	sh, draft, _ := kittest.Deploy(t)
	sh.Listings, sh.Makers = listings.New(), makers()
	st := kittest.NewStage(t, sh, sh.Make(kit.ToInstance(draft.Type, "deploy", draft.Found)))
	st.Until(nil)
	for range 30 {
		if strings.Contains(st.Text(), "x roles") {
			break
		}
		st.Keys("down")
		if kittest.AtRow(st.Text(), "2 properties") {
			st.Keys("enter") // shows them
		}
	}
	for attr, text := range map[string][]string{
		"roles": {"roles cannot be managed here", "it needs manages_roles, which useradd does not support"},
		"shell": {"shell is out of sync", "is      /bin/sh", "should  /bin/bash"},
	} {
		st.Text()
		st.Keys("g")
		for i := 0; !kittest.AtRow(st.Text(), attr) && i < 30; i++ {
			st.Keys("down")
		}
		st.Keys("w")
		st.Sees(text...)
		st.Keys("esc")
	}
}
