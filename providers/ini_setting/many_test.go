package inisetting

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest"
)

// Settings and sections that are written together leave the file that they leave one
// by one: set, changed and removed.
func TestManyIsAsOneByOne(t *testing.T) {
	const file = "/etc/many.ini"
	rng := rand.New(rand.NewPCG(1, 8))
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	batched := 0
	for range 600 {
		var text string
		for range rng.IntN(10) {
			text += pick("a = 1", "b=2", "[x]", "[y]", "[x]", "[w]", "# a = 5", ";c=", "", "  junk", "d =") + pick("\n", "\n", "\r\n")
		}
		var decls []ral.Decl
		for i, place := range []string{"x a", "x b", " a", "y a", "v b", " b", "y c", "z", "w"} {
			if rng.IntN(3) == 0 {
				continue
			}
			section, setting, _ := strings.Cut(place, " ")
			attrs := []ral.Attr{
				raltest.A("path", file), raltest.A("section", section),
				raltest.A("ensure", pick("present", "absent")), raltest.A("value", pick("1", "2")),
			}
			if setting != "" {
				attrs = append(attrs, raltest.A("setting", setting))
			}
			decls = append(decls, ral.Decl{Type: "ini_setting", Title: strconv.Itoa(i), Attrs: attrs})
		}
		batched += raltest.Alike(t, Register, func() *fakehost.Host { return fakehost.New(map[string]string{file: text}) }, decls, file)
	}
	if batched < 100 {
		t.Errorf("only %d were written together", batched)
	}
}
