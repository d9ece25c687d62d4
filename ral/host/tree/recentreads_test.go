package tree_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/internal/key"
	"ralsh/ral/host/record"
)

// readsCounted counts the reads of attributes and of protections that reach a host.
type readsCounted struct {
	host.ReadBackend
	count, protections map[string]int
}

func (c readsCounted) Read(ctx context.Context, r host.FileRead) (host.FileAnswer, error) {
	switch r.Kind {
	case host.ReadInfo:
		c.count[r.Path]++
	case host.ReadProtection:
		c.protections[r.Path]++
	}
	return c.ReadBackend.Read(ctx, r)
}

// Do fails: the host is only read.
func (c readsCounted) Do(context.Context, host.Action) (host.Result, error) {
	return host.Result{}, errors.ErrUnsupported
}

// A plan of many files calls Stat for /etc/passwd a few times and not once for
// each file, and for a missing file. Results are not cached for another user, and
// are not shared between ways of following links. Changes below are seen, and
// changes of the plan immediately.
func TestRecentReads(t *testing.T) {
	f := fakehost.New(nil)
	f.Put("/etc/passwd", "root:x:0:0::/root:/bin/sh\n", 0o644)
	below := readsCounted{host.Unwrap(key.Key{}, f.Reader()), map[string]int{}, map[string]int{}}
	rec := record.New(host.New(below).Reader())
	rd, ctx := rec.Reader(), t.Context()
	look := func(ctx context.Context, path string) host.Info {
		info, err := rd.Stat(ctx, path)
		if err != nil && path != "/none" {
			t.Fatal(err)
		}
		return info
	}
	// On a slow machine some calls may be in another interval.
	for range 100 {
		look(ctx, "/etc/passwd")
	}
	if n := below.count["/etc/passwd"]; n == 0 || n > 50 {
		t.Errorf("%d looks reached the host for 100", n)
	}
	// Results of different ways are not shared.
	before := below.count["/etc/passwd"]
	look(host.WithTrustedLinks(ctx), "/etc/passwd")
	if _, err := rd.Lstat(ctx, "/etc/passwd"); err != nil {
		t.Fatal(err)
	}
	if n := below.count["/etc/passwd"] - before; n != 2 {
		t.Errorf("%d looks reached the host for one by trusted links and one at the link itself", n)
	}
	for name, as := range map[string]context.Context{"another user": host.WithUser(ctx, 1000, 1000), "": ctx} {
		path, most := "/etc/passwd", 10
		if name == "" {
			path, most = "/none", 9
		}
		before := below.count[path]
		for range 10 {
			look(as, path)
		}
		if n := below.count[path] - before; n == 0 || n > most || most == 10 && n != 10 {
			t.Errorf("%s %s: %d looks reached the host for 10", name, path, n)
		}
	}

	// A file that appears on the host is seen, too.
	f.Put("/none", "x", 0o644)
	for deadline := time.Now().Add(time.Minute); look(ctx, "/none").Size == 0; {
		if time.Now().After(deadline) {
			t.Fatal("a new file on the host is never seen")
		}
	}

	old := look(ctx, "/etc/passwd")
	f.Put("/etc/passwd", "root:x:0:0::/root:/bin/sh\nalice:x:1000:1000::/:/bin/sh\n", 0o644)
	for deadline := time.Now().Add(time.Minute); look(ctx, "/etc/passwd").Size == old.Size; {
		if time.Now().After(deadline) {
			t.Fatal("a change on the host is never seen")
		}
	}
	if err := rec.Writer().WriteFile(ctx, "/etc/passwd", []byte("x"), host.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := look(ctx, "/etc/passwd").Size; got != 1 {
		t.Errorf("the plan's own change: size %d", got)
	}

	// The protection of a directory is read a few times for its new files.
	for i := range 100 {
		if err := rec.Writer().WriteFile(ctx, fmt.Sprint("/etc/new", i), nil, host.WriteOptions{}); err != nil {
			t.Fatal(err)
		}
	}
	if n := below.protections["/etc"]; n == 0 || n > 50 {
		t.Errorf("%d reads of the protection reached the host for 100 new files", n)
	}
}
