package file

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest"
)

// counting is a tree that counts how often a file is read.
type counting struct {
	ral.FileTree
	reads int
}

func (c *counting) ReadTo(ctx context.Context, path string, w io.Writer) error {
	c.reads++
	return c.FileTree.ReadTo(ctx, path, w)
}

// A large source of this host is hashed once while its stat stays the same, and again
// when it is too recent to tell or has changed. A small one and a served one are hashed
// each time.
func TestSourceIsHashedOnce(t *testing.T) {
	start := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	fake := fakehost.New(nil, fakehost.WithNow(start))
	fake.Put("/large", strings.Repeat("x", shownContent+1), 0o644)
	fake.Put("/small", "x", 0o644)
	b := raltest.Env(t, Register, fake.Reader(), nil).Registry.Type("file").Providers()[0].New().(*files)
	tree := &counting{FileTree: fake.Reader()}
	sum := func(text, path, kind string) string {
		t.Helper()
		info, err := fake.Reader().Stat(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		got, err := b.sumOnce(t.Context(), fake.Reader(), origin{text, tree, path}, kind, info)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	reads := func(want int, what string) {
		t.Helper()
		if tree.reads != want {
			t.Errorf("%s: read %d times so far, want %d", what, tree.reads, want)
		}
	}
	first := sum("/large", "/large", "sha256")
	sum("/large", "/large", "sha256")
	reads(2, "recent")
	fake.SetNow(start.Add(time.Minute))
	for range 3 {
		if got := sum("/large", "/large", "sha256"); got != first {
			t.Errorf("got %s, want %s", got, first)
		}
	}
	reads(2, "settled")
	sum("/large", "/large", "md5")
	sum("/large", "/large", "md5")
	reads(3, "another kind")
	sum("/small", "/small", "sha256")
	sum("/small", "/small", "sha256")
	reads(5, "small")
	sum("puppet:///m/large", "/large", "sha256")
	sum("puppet:///m/large", "/large", "sha256")
	reads(7, "served")
	fake.Put("/large", strings.Repeat("y", shownContent+1), 0o644)
	if got := sum("/large", "/large", "sha256"); got == first {
		t.Error("a change is not seen")
	}
}
