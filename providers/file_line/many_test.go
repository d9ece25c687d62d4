package fileline

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest"
)

// Lines that are written together leave the files that they leave one by one: added,
// replaced and removed, by their text and by patterns, one and several, in any order.
func TestManyIsAsOneByOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 12))
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	yesNo := func() string { return pick("true", "false") }
	batched := 0
	for range 1500 {
		text := func() (text string) {
			for range rng.IntN(7) {
				text += pick("a=1", "a=2", "b=1", "#b=1", "ab", "", "c") + pick("\n", "\n", "\r\n")
			}
			return text + pick("", "a=1", "c")
		}
		files := map[string]string{"/etc/one": text(), "/etc/two": text()}
		var decls []ral.Decl
		for i := range 1 + rng.IntN(6) {
			attrs := []ral.Attr{
				raltest.A("path", pick("/etc/one", "/etc/one", "/etc/two")), raltest.A("line", pick("a=1", "a=3", "b=1", "b=2", "c", "d")),
				raltest.A("ensure", pick("present", "present", "absent")),
			}
			if rng.IntN(3) > 0 {
				attrs = append(attrs, raltest.A("match", pick("^a=", "^a", "b=", "=1$", "^#?b", "^(a|c)", "^c$", "^nowhere", "(?i)^A=")))
				for _, attr := range []string{"match_for_absence", "multiple", "replace", "append_on_no_match"} {
					if rng.IntN(2) == 0 {
						attrs = append(attrs, raltest.A(attr, yesNo()))
					}
				}
			}
			if rng.IntN(4) == 0 {
				attrs = append(attrs, raltest.A("after", pick("^a", "^b=1", "^c", "^nowhere")), raltest.A("multiple", "true"))
			}
			if rng.IntN(8) == 0 {
				attrs = []ral.Attr{
					attrs[0], attrs[1], raltest.A("match", pick("^a", "b=")), raltest.A("multiple", "true"),
					raltest.A("replace_all_matches_not_matching_line", "true"),
				}
			}
			decls = append(decls, ral.Decl{Type: "file_line", Title: strconv.Itoa(i), Attrs: attrs})
		}
		batched += raltest.Alike(t, Register, func() *fakehost.Host { return fakehost.New(files) }, decls, "/etc/one", "/etc/two")
	}
	if batched < 300 {
		t.Errorf("only %d were written together", batched)
	}
}
