package raltest

import (
	"crypto/sha256"
	"fmt"
	"path"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
)

// listed holds that a listing shows the resource, or does not, and that it says
// the same as a retrieval.
func (l *life) listed(there bool) {
	t := l.t
	t.Helper()
	seen := l.retrieve()
	if seen.Present() != there {
		t.Fatalf("retrieve says present %v, want %v", seen.Present(), there)
	}
	if l.s.Unlisted {
		return
	}
	inList := l.list()
	if inList == nil {
		if there {
			t.Fatalf("a listing does not show %s", l.c.Title)
		}
		return
	}
	if inList.Present() != there {
		t.Fatalf("a listing says present %v, want %v", inList.Present(), there)
	}
	if there {
		for _, a := range l.typ.Properties() {
			if d := cmp.Diff(inList.Get(a.Name).Inspect(), seen.Get(a.Name).Inspect()); d != "" && inList.Known(a.Name) {
				t.Errorf("%s: the listing and the retrieval differ:\n%s", a.Name, d)
			}
		}
	}
}

func (l *life) retrieve() *ral.Found {
	t := l.t
	t.Helper()
	r, diags := l.env.Build(t.Context(), ral.Decl{Type: l.typ.Name, Title: l.c.Title, Provider: l.p.Name})
	if err := diags.Err(); err != nil {
		t.Fatal(err)
	}
	f, err := ral.NewRun(l.env, l.env.Look()).Retrieve(t.Context(), r)
	if err != nil {
		t.Fatalf("retrieve: %v", err)
	}
	return f
}

func (l *life) list() *ral.Found {
	t := l.t
	t.Helper()
	var found *ral.Found
	l.env.List(t.Context(), l.typ, func(ev ral.ListEvent) {
		if ev.Done && ev.Err != nil {
			t.Fatalf("listing by %s: %v", ev.Provider.Name, ev.Err)
		}
		for _, f := range ev.Found {
			if f.Name == l.c.Title && f.Provider.SourceName() == l.p.SourceName() {
				found = f
			}
		}
	})
	return found
}

// lookingChangesNothing lists, retrieves and explains, and holds the host
// against what it was before.
func (l *life) lookingChangesNothing() {
	t := l.t
	t.Helper()
	before := l.snapshot()
	if !l.s.Unlisted {
		l.list()
	}
	l.retrieve()
	l.env.Changed()
	l.env.Elect(t.Context(), l.typ)
	if d := cmp.Diff(before, l.snapshot()); d != "" {
		t.Fatalf("looking changed the host:\n%s", d)
	}
}

// snapshot is every watched file with its mode, owner and content.
func (l *life) snapshot() map[string]string {
	watch := l.s.Watch
	if watch == nil {
		watch = []string{"/"}
	}
	all := make(map[string]string)
	for _, file := range watch {
		l.snap(file, all)
	}
	return all
}

func (l *life) snap(file string, all map[string]string) {
	ctx, look := l.t.Context(), l.host.Look()
	info, err := look.Lstat(ctx, file)
	if err != nil {
		return
	}
	text := fmt.Sprintf("%s %d:%d", info.Mode, info.UID, info.GID)
	switch {
	case info.IsLink():
		target, _ := look.ReadLink(ctx, file)
		text += " -> " + target
	case info.Mode.IsRegular():
		data, _ := look.ReadFile(ctx, file)
		text += fmt.Sprintf(" %x", sha256.Sum256(data))
	}
	all[file] = text
	if info.IsDir() {
		names, _ := look.ReadDir(ctx, file)
		for _, name := range names {
			l.snap(path.Join(file, name), all)
		}
	}
}
