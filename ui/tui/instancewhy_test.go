package tui

import (
	"testing"

	"ralsh/model/listings"
)

// w on a row of the instance says why that row has its sign.
func TestInstanceWhy(t *testing.T) {
	sh, draft, _ := kitDeploy(t)
	sh.listings, sh.makers = listings.New(), makers()
	st := kitOn(t, sh, sh.screen(toInstance(draft.Type, "deploy", draft.Found)))
	st.until(nil)
	for attr, says := range map[string][]string{
		"roles": {"roles cannot be managed here", "it needs manages_roles, which useradd lacks"},
		"shell": {"shell is out of sync", "is      /bin/sh", "should  /bin/bash"},
	} {
		st.text()
		st.keys("g")
		for i := 0; !atRow(st.text(), attr) && i < 30; i++ {
			st.keys("down")
		}
		st.keys("w")
		st.sees(says...)
		st.keys("esc")
	}
}
