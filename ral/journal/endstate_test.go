package journal

import (
	"io/fs"
	"slices"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/journal/stored"
	"ralsh/ral/redact"
	"ralsh/ral/transaction"
)

// At the end of a run, only what a command may have changed since is read
// again.
func TestLeftPaths(t *testing.T) {
	act := func(kind host.ActKind, path string) Act { return Act{Kind: kind.String(), Path: path} }
	var l leftPaths
	l.add(1, act(host.ActWrite, "/before"), false)
	l.add(1, act(host.ActWrite, "/again"), true)
	l.add(2, act(host.ActRun, "/bin/x"), false)
	l.add(3, act(host.ActWrite, "/again"), false)
	l.add(3, act(host.ActChmod, "/after"), false)
	want := map[string]leftPath{
		"/before": {n: 1, stale: true}, "/again": {n: 3, secret: true}, "/after": {n: 3},
	}
	if len(l) != len(want) {
		t.Fatalf("%d paths", len(l))
	}
	for _, p := range l {
		if w := want[p.act.Path]; p.n != w.n || p.stale != w.stale || p.secret != w.secret {
			t.Errorf("%s: step %d, stale %t, secret %t", p.act.Path, p.n, p.stale, p.secret)
		}
	}
}

// What an act irreversibly removes is reported, but not for what it creates.
func TestLossesAt(t *testing.T) {
	prior := func(kind string, size int64, links uint64) *host.FileState {
		return &host.FileState{Kind: kind, Size: size, Links: links}
	}
	for name, c := range map[string]struct {
		act  host.Act
		want string
	}{
		"a small file":                   {host.Act{Kind: host.ActWrite, Prior: prior("file", 9, 1)}, ""},
		"nothing":                        {host.Act{Kind: host.ActWrite, Prior: prior("none", 0, 0)}, ""},
		"a large file":                   {host.Act{Kind: host.ActWrite, Prior: prior("file", stored.Largest+1, 1)}, "the content of /x is not saved: it is too long (16777217 bytes, at most 16777216)"},
		"one that is as large as can be": {host.Act{Kind: host.ActWrite, Prior: prior("file", stored.Largest, 1)}, ""},
		"the mode of a large file":       {host.Act{Kind: host.ActChmod, Prior: prior("file", stored.Largest+1, 2)}, ""},
		"a fifo":                         {host.Act{Kind: host.ActRemove, Prior: prior("fifo", 0, 1)}, "/x was a named pipe, which ralsh cannot create"},
		"a name of several":              {host.Act{Kind: host.ActRemove, Prior: prior("file", 1, 3)}, "/x was hard-linked with 2 other paths; undo does not restore the link"},
		"a directory with all in it":     {host.Act{Kind: host.ActRemove, Recurse: true, Prior: prior("directory", 0, 3)}, "the contents of the directory /x are not saved"},
		"an empty directory":             {host.Act{Kind: host.ActRemove, Prior: prior("directory", 0, 2)}, ""},
	} {
		c.act.Path = "/x"
		got := ""
		for _, l := range lossesAt(c.act, &ral.Type{Name: "thing"}) {
			got += l.Text
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// A step that changed nothing loses nothing, whatever its plan said.
func TestLossesOfWhatWasNotDone(t *testing.T) {
	rec := &Record{Planned: []Planned{{Type: "thing", Title: "x", Losses: []Loss{{Text: "it"}}}}}
	for status, want := range map[string]int{transaction.Changed.String(): 1, transaction.Failed.String(): 0} {
		s := &Step{Type: "thing", Title: "x", Changes: []Change{{Property: "size", Status: status}}}
		if got := len(rec.Losses(s)); got != want {
			t.Errorf("%s: %d losses, want %d", status, got, want)
		}
	}
}

// A temporary file may be next to the files of unfinished writes, or where they are validated,
// and nowhere else.
func TestInterruptedWrites(t *testing.T) {
	write := func(path string, done bool) Act {
		return Act{Kind: host.ActWrite.String(), Path: path, Done: done}
	}
	rec := &Record{Steps: []Step{
		{Acts: []Act{write("/done", true), write("/cut", false), {Kind: host.ActChmod.String(), Path: "/mode"}}},
		{Acts: []Act{write("/cut", false), {Kind: host.ActWrite.String(), Path: "/link", Real: "/real", Stage: "/stage"}}},
	}}
	if got := rec.interrupted(); !slices.Equal(got, []string{"/cut", "/real", "/stage/real"}) {
		t.Errorf("%q", got)
	}
}

// Of the files that a command removes, an undo restores those as secrets that other
// users cannot read.
func TestRemovedFilesArePrivateByMode(t *testing.T) {
	state, err := ownfiles.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &Writer{state: state, disk: state, redactor: stored.NewRedactor(nil, &redact.Redactor{}), step: &openStep{n: 1}}
	entry := func(name string, mode fs.FileMode) host.TreeEntry {
		return host.TreeEntry{Path: "/home/a/" + name, State: host.FileState{Kind: "file", Mode: mode}, Data: []byte(name)}
	}
	var a Act
	w.trees(&a, host.Act{Removes: []host.RemovedTree{{Path: "/home/a", Entries: []host.TreeEntry{entry(".profile", 0o644), entry("id_rsa", 0o600), entry("mail", 0o660)}}}})
	for i, hidden := range []bool{false, true, true} {
		if one := a.Tree[i]; one.Hidden != hidden || one.Kept == "" {
			t.Errorf("%s: hidden %t, kept as %q", one.Path, one.Hidden, one.Kept)
		}
	}
}
