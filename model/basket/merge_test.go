package basket

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"ralsh/model/draft"
)

// Two sessions begin with Host[a] and Host[b]; one changes something and saves
// it, then the other does. Checked are the result of both and the report of the
// second.
func TestMerge(t *testing.T) {
	type change func(t *testing.T, b *Basket)
	find := func(b *Basket, title string) *draft.Draft {
		return b.Find(b.session.Env.Registry.Type("host"), title, nil)
	}
	add := func(title string) change {
		return func(t *testing.T, b *Basket) { stage(t, b, "host", title, "ip", "192.0.2.3") }
	}
	set := func(title, ip string) change {
		return func(_ *testing.T, b *Basket) { find(b, title).Set("ip", ip) }
	}
	remove := func(title string) change { return func(_ *testing.T, b *Basket) { b.Remove(find(b, title)) } }
	omit := func(title string) change { return func(_ *testing.T, b *Basket) { b.SetOmitted(find(b, title), true) } }
	open := func(b *Basket, title string) { b.Draft(b.session.Env.Registry.Type("host"), title, nil, nil) }
	nothing := func(*testing.T, *Basket) {}
	for name, c := range map[string]struct {
		theirs, ours change
		want         string
		added        string
		removed      int
		changed      string
		kept         string
	}{
		"they add":                   {add("c"), add("d"), "a=1 b=1 d=3 c=3", "c", 0, "", ""},
		"they add what we added":     {add("c"), add("c"), "a=1 b=1 c=3", "", 0, "", ""},
		"they remove":                {remove("a"), add("d"), "b=1 d=3", "", 1, "", ""},
		"they remove what we set":    {remove("a"), set("a", "192.0.2.9"), "a=9 b=1", "", 0, "", "Host[a] (removed there)"},
		"both remove":                {remove("a"), remove("a"), "b=1", "", 0, "", ""},
		"they set":                   {set("a", "192.0.2.8"), add("d"), "a=8 b=1 d=3", "", 0, "ip of Host[a]", ""},
		"both set":                   {set("a", "192.0.2.8"), set("a", "192.0.2.9"), "a=9 b=1", "", 0, "", "ip of Host[a]"},
		"they set what we removed":   {set("a", "192.0.2.8"), remove("a"), "b=1", "", 0, "", "Host[a] (removed here)"},
		"they omit":                  {omit("a"), add("d"), "a=1- b=1 d=3", "", 0, "Host[a]", ""},
		"they omit what we set":      {omit("a"), set("a", "192.0.2.9"), "a=9- b=1", "", 0, "Host[a]", ""},
		"we omit what they set":      {set("a", "192.0.2.8"), omit("a"), "a=8- b=1", "", 0, "ip of Host[a]", ""},
		"they remove all":            {func(t *testing.T, b *Basket) { remove("a")(t, b); remove("b")(t, b) }, add("d"), "d=3", "", 2, "", ""},
		"they set what we have open": {add("c"), func(_ *testing.T, b *Basket) { open(b, "c"); b.Remove(find(b, "b")) }, "a=1 c=3", "c", 0, "", ""},
		"both add the same resource": {add("c"), func(t *testing.T, b *Basket) { stage(t, b, "host", "c", "comment", "ours") }, "a=1 b=1 c=3", "", 0, "ip of Host[c]", ""},
		"we do nothing":              {add("c"), nothing, "a=1 b=1", "", 0, "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := session(t)
			first := opened(t, s)
			stage(t, first, "host", "a", "ip", "192.0.2.1")
			stage(t, first, "host", "b", "ip", "192.0.2.1")
			save(t, first)
			ours, theirs := opened(t, s), opened(t, s)
			save(t, ours)
			c.theirs(t, theirs)
			save(t, theirs)
			c.ours(t, ours)
			added, removed := "", 0
			var changed, kept []string
			for write := ours.StartSave(t.Context()); write != nil; write = ours.StartSave(t.Context()) {
				if ours.EndSave(write()) {
					m := merge(t, ours)
					added, removed = added+titles(m.Added), removed+m.Removed
					changed, kept = append(changed, m.Changed...), append(kept, m.Kept...)
				}
			}
			var got []string
			for _, d := range ours.Drafts() {
				ip, _ := d.Text("ip")
				text := d.Title + "=" + ip[strings.LastIndex(ip, ".")+1:]
				if ours.Status(d).Omitted {
					text += "-"
				}
				got = append(got, text)
			}
			if fmt.Sprint(strings.Join(got, " ")) != c.want || added != c.added || removed != c.removed ||
				strings.Join(changed, ", ") != c.changed || strings.Join(kept, ", ") != c.kept {
				t.Errorf("%q, added %q, removed %d, changed %q, kept %q", got, added, removed, changed, kept)
			}
			if err := ours.Flush(t.Context()); err != nil {
				t.Fatal(err)
			}
			if name == "we do nothing" {
				return
			}
			if last := opened(t, s); !slices.Equal(sorted([]string{titles(last.Drafts())}), sorted([]string{titles(ours.Drafts())})) {
				t.Errorf("saved are %q, here are %q", titles(last.Drafts()), titles(ours.Drafts()))
			}
		})
	}
}

// Flush merges what another session saved meanwhile.
func TestFlushMerges(t *testing.T) {
	s := session(t)
	a, b := opened(t, s), opened(t, s)
	stage(t, a, "host", "a", "ip", "192.0.2.1")
	stage(t, b, "host", "b", "ip", "192.0.2.2")
	for _, basket := range []*Basket{a, b} {
		if err := basket.Flush(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if last := opened(t, s); titles(last.Drafts()) != "b a" {
		t.Errorf("saved are %q", titles(last.Drafts()))
	}
}

// Sessions that write at the same time lose nothing.
func TestSessionsFlushTogether(t *testing.T) {
	s := session(t)
	var wait sync.WaitGroup
	for i := range 20 {
		b := opened(t, s)
		stage(t, b, "host", fmt.Sprintf("h%02d", i), "ip", "192.0.2.1")
		wait.Go(func() {
			if err := b.Flush(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
	if last := opened(t, s); len(last.Drafts()) != 20 {
		t.Errorf("of 20 are saved %q", titles(last.Drafts()))
	}
}

// A secret that was typed here stays when another session changes the draft,
// but the status of the draft is reset.
func TestMergeKeepsOurSecret(t *testing.T) {
	s := session(t)
	a := opened(t, s)
	stage(t, a, "user", "deploy", "shell", "/bin/sh", "password", "$y$a")
	save(t, a)
	b := opened(t, s)
	d := b.Drafts()[0]
	if b.Status(d).Ready() || b.Status(d).NotReady.Detail != "type password again" {
		t.Errorf("without its secret it is %+v", b.Status(d))
	}
	d.Set("password", "$y$b")
	save(t, b)
	a.Drafts()[0].Set("shell", "/bin/zsh")
	save(t, a)
	b.update(d, func(st *Status) { st.BlockedReason = "blocked" })
	stage(t, b, "host", "a", "ip", "192.0.2.1")
	save(t, b)
	shell, _ := d.Text("shell")
	if password, _ := d.Text("password"); shell != "/bin/zsh" || password != "$y$b" || b.Status(d) != (Status{}) {
		t.Errorf("shell %q, password %q, %+v", shell, password, b.Status(d))
	}
}
