package pluginsync_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"ralsh/ral/host/local"
	"ralsh/ral/modules/pluginsync"
)

func site() map[string]string {
	return map[string]string{
		"pluginfacts/site.yaml":             "site: north",
		"pluginfacts/who.sh":                "#!echo who=me",
		"plugins/ral/type/thing.star":       "newtype('thing')",
		"plugins/ral/provider/thing/a.star": "provider('a')",
		"plugins/facter/a b%2f#?é.rb":       "odd name",
		"plugins/empty.star":                "",
	}
}

const siteTree = `facts.d/site.yaml site: north
facts.d/who.sh* echo who=me
lib/empty.star 
lib/facter/a b%2f#?é.rb odd name
lib/ral/provider/thing/a.star provider('a')
lib/ral/type/thing.star newtype('thing')
`

func changes(r pluginsync.Result) string {
	var list []string
	for _, c := range r.Changes {
		list = append(list, c.What+" "+c.Path)
	}
	return strings.Join(list, ", ")
}

// A tree is created, left unchanged, and updated, and files that the server no
// longer has are removed.
func TestSync(t *testing.T) {
	p := serve(t, site())
	a := p.agent(t)
	var ticks []int
	a.opt.Progress = func(done, all int) { ticks = append(ticks, done, all) }
	r, err := a.sync(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got := a.tree(); got != siteTree {
		t.Errorf("the tree is\n%swant\n%s", got, siteTree)
	}
	const added = "added facts.d, added facts.d/site.yaml, added facts.d/who.sh, added lib, added lib/empty.star, added lib/facter, added lib/facter/a b%2f#?é.rb, " +
		"added lib/ral, added lib/ral/provider, added lib/ral/provider/thing, added lib/ral/provider/thing/a.star, added lib/ral/type, added lib/ral/type/thing.star"
	if got := changes(r); got != added || r.Unchanged != 0 {
		t.Errorf("%s, %d unchanged", got, r.Unchanged)
	}
	if want := []int{0, 6, 1, 6, 2, 6, 3, 6, 4, 6, 5, 6, 6, 6}; !slices.Equal(ticks, want) {
		t.Errorf("progress %v, want %v", ticks, want)
	}

	before, asked := a.marks(), len(p.asked)
	if r, err = a.sync(t.Context()); err != nil || len(r.Changes) != 0 || r.Unchanged != 6 {
		t.Errorf("again: %s, %d unchanged, %v", changes(r), r.Unchanged, err)
	}
	if after := a.marks(); !maps.Equal(before, after) || len(p.asked) != asked {
		t.Errorf("the second sync wrote or fetched: %v, then %v; %v", before, after, p.asked[asked:])
	}

	p.files["plugins/ral/type/thing.star"] = "newtype('thing', doc = 'x')"
	p.files["plugins/ral/words.star"] = "x = 1"
	delete(p.files, "plugins/ral/provider/thing/a.star")
	p.files["pluginfacts/who.sh"] = "echo who=me" // no longer executable
	p.asked = nil
	if r, err = a.sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	const moved = "changed facts.d/who.sh, removed lib/ral/provider, removed lib/ral/provider/thing, removed lib/ral/provider/thing/a.star, " +
		"changed lib/ral/type/thing.star, added lib/ral/words.star"
	if got := changes(r); got != moved || r.Unchanged != 3 {
		t.Errorf("%s, %d unchanged", got, r.Unchanged)
	}
	slices.Sort(p.asked)
	if want := []string{"pluginfacts/who.sh", "plugins/ral/type/thing.star", "plugins/ral/words.star"}; !slices.Equal(p.asked, want) {
		t.Errorf("fetched %v, want %v", p.asked, want)
	}
	if got := a.tree(); !strings.Contains(got, "facts.d/who.sh echo") || strings.Contains(got, "provider") || !strings.Contains(got, "doc = 'x'") {
		t.Errorf("the tree is\n%s", got)
	}
}

// Local changes to the tree are reverted, including links.
func TestSyncPutsTheTreeRight(t *testing.T) {
	p := serve(t, site())
	a := p.agent(t)
	if _, err := a.sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	outside := t.TempDir() + "/outside"
	put(t, outside, []byte("newtype('thing')"))
	current := a.state.Path(pluginsync.Dir) + "/current/"
	wr := local.Machine().Writer()
	for _, err := range []error{
		wr.Remove(t.Context(), current+"lib/ral/type/thing.star", false),
		wr.Symlink(t.Context(), outside, current+"lib/ral/type/thing.star"),
		wr.Symlink(t.Context(), "/", current+"lib/all"),
		wr.Chmod(t.Context(), current+"facts.d/site.yaml", 0o777),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	r, err := a.sync(t.Context())
	if want := "changed facts.d/site.yaml, removed lib/all, changed lib/ral/type/thing.star"; err != nil || changes(r) != want {
		t.Errorf("%s, %v; want %s", changes(r), err, want)
	}
	if got := a.tree(); got != siteTree {
		t.Errorf("the tree is\n%s", got)
	}
}

// A concurrent sync returns an error and changes nothing.
func TestSyncTwiceAtOnce(t *testing.T) {
	p := serve(t, site())
	a := p.agent(t)
	unlock, err := a.state.Lock(pluginsync.Dir+".lock", "pid 7, plugin sync")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.sync(t.Context()); err == nil || !strings.Contains(err.Error(), "a different plugin sync is running: ") || !strings.Contains(err.Error(), "pid 7") {
		t.Errorf("%v", err)
	}
	if a.tree() != "" {
		t.Error("it wrote")
	}
	if err := unlock(); err != nil {
		t.Fatal(err)
	}
}

func TestSyncOfManyFiles(t *testing.T) {
	t.Parallel()
	files := map[string]string{}
	for i := range 10_000 {
		files[fmt.Sprintf("plugins/ral/d%d/f%d.star", i%100, i)] = fmt.Sprint("x = ", i)
	}
	p := serve(t, files)
	a := p.agent(t)
	r, err := a.sync(t.Context())
	if err != nil || len(r.Changes) != 10_000+100+3 {
		t.Fatalf("%d changes, %v", len(r.Changes), err)
	}
	if lines := strings.Count(a.tree(), "\n"); lines != 10_000 {
		t.Errorf("%d files", lines)
	}
	delete(p.files, "plugins/ral/d0/f0.star")
	if r, err = a.sync(t.Context()); err != nil || changes(r) != "removed lib/ral/d0/f0.star" || r.Unchanged != 9_999 {
		t.Errorf("%s, %d unchanged, %v", changes(r), r.Unchanged, err)
	}
}
