package yumrepo

import (
	"math/rand/v2"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest"
)

// Repositories that are written together leave the files that they leave one by one:
// new, changed, moved and removed, in one file and in several, once and twice.
func TestManyIsAsOneByOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	names := []string{"a", "b", "c", "d", "e"}
	batched := 0
	for range 400 {
		text := func() (text string) {
			for range rng.IntN(7) {
				text += pick("[a]", "[b]", "[c]", "[main]", "name=x", "enabled=1", "  more", "# c", "", "junk", "password=hush") + pick("\n", "\n", "\r\n")
			}
			return text + pick("", "", "[d]")
		}
		files := map[string]string{dir + "/all.repo": text(), dir + "/b.repo": text(), mainFile: text()}
		var decls []ral.Decl
		for _, name := range names {
			if rng.IntN(5) == 0 {
				continue
			}
			attrs := []ral.Attr{raltest.A("ensure", pick("present", "present", "absent"))}
			if rng.IntN(2) == 0 {
				attrs = append(attrs, raltest.A("target", pick("all", "all", "b", mainFile)))
			}
			for _, values := range [][]string{
				{"descr", "x", "[a]", "absent", "ends with a blank "},
				{"baseurl", "http://one/", "http://one/\nhttp://two/"},
				{"enabled", "0", "1", "absent"},
				{"password", "p", "q"},
			} {
				if rng.IntN(3) == 0 {
					attrs = append(attrs, raltest.A(values[0], pick(values[1:]...)))
				}
			}
			decls = append(decls, ral.Decl{Type: "yumrepo", Title: name, Attrs: attrs})
		}
		batched += raltest.Alike(t, Register, func() *fakehost.Host { return fakehost.New(files) }, decls,
			mainFile, dir+"/all.repo", dir+"/a.repo", dir+"/b.repo", dir+"/c.repo", dir+"/d.repo", dir+"/e.repo")
	}
	if batched < 100 {
		t.Errorf("only %d were written together", batched)
	}
}
