package host

import (
	"context"
	"testing"
	"time"
)

// statsCounted counts the looks that reach a host.
type statsCounted struct {
	readBackend
	count map[string]int
}

func (c statsCounted) Stat(ctx context.Context, path string, follow bool) (Info, error) {
	c.count[path]++
	return c.readBackend.Stat(ctx, path, follow)
}

// A plan of many files looks at /etc/passwd a few times and not once for each; as
// another user and for what is not there it looks each time, and what was seen by
// following links answers for no other way. What changes below is seen, and what the plan changes is seen
// at once.
func TestRecentStats(t *testing.T) {
	f := NewFake(nil)
	f.Put("/etc/passwd", "root:x:0:0::/root:/bin/sh\n", 0o644)
	below := statsCounted{f.be, map[string]int{}}
	rec := NewRecorder(Reader{be: below})
	rd, ctx := rec.Reader(), t.Context()
	look := func(ctx context.Context, path string) Info {
		info, err := rd.Stat(ctx, path)
		if err != nil && path != "/none" {
			t.Fatal(err)
		}
		return info
	}
	// Some looks may fall into another interval on a machine that stalls.
	for range 100 {
		look(ctx, "/etc/passwd")
	}
	if n := below.count["/etc/passwd"]; n == 0 || n > 50 {
		t.Errorf("%d looks reached the host for 100", n)
	}
	// What was seen one way answers no look of another way.
	before := below.count["/etc/passwd"]
	look(WithTrustedLinks(ctx), "/etc/passwd")
	if _, err := rd.Lstat(ctx, "/etc/passwd"); err != nil {
		t.Fatal(err)
	}
	if n := below.count["/etc/passwd"] - before; n != 2 {
		t.Errorf("%d looks reached the host for one by trusted links and one at the link itself", n)
	}
	for name, as := range map[string]context.Context{"another user": WithUser(ctx, 1000, 1000), "": ctx} {
		path := "/etc/passwd"
		if name == "" {
			path = "/none"
		}
		before := below.count[path]
		for range 10 {
			look(as, path)
		}
		if n := below.count[path] - before; n != 10 {
			t.Errorf("%s %s: %d looks reached the host for 10", name, path, n)
		}
	}

	old := look(ctx, "/etc/passwd")
	f.Put("/etc/passwd", "root:x:0:0::/root:/bin/sh\nalice:x:1000:1000::/:/bin/sh\n", 0o644)
	for deadline := time.Now().Add(10 * time.Second); look(ctx, "/etc/passwd").Size == old.Size; {
		if time.Now().After(deadline) {
			t.Fatal("a change on the host is never seen")
		}
	}
	if err := rec.Writer().WriteFile(ctx, "/etc/passwd", []byte("x"), WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := look(ctx, "/etc/passwd").Size; got != 1 {
		t.Errorf("the plan's own change: size %d", got)
	}
}
