package host_test

import (
	"context"
	"errors"
	"io/fs"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
)

// TestTapBeforeComesFirst checks that each act is reported before the host
// receives it, and that the two are the same.
func TestTapBeforeComesFirst(t *testing.T) {
	fake := fakehost.New(map[string]string{"/a": "old", "/d/in": "x"})
	var text []string
	wr := host.TapBefore(fake.Writer(), func(act host.Act) error {
		info, err := fake.Reader().Lstat(t.Context(), act.Path)
		there := "nothing there"
		if err == nil {
			there = info.Mode.String()
		}
		text = append(text, act.String()+" | "+there+" | "+string(act.Before))
		return nil
	})
	wr = host.TapAfter(wr, func(act host.Act, _ host.Result, err error) {
		if err != nil {
			t.Errorf("%s: %v", act, err)
		}
		text = append(text, "done: "+act.String())
	})
	ctx := t.Context()
	for _, err := range []error{
		wr.WriteFile(ctx, "/a", []byte("new!"), host.WriteOptions{}),
		wr.Chmod(ctx, "/a", 0o600),
		wr.Remove(ctx, "/a", false),
		wr.Remove(ctx, "/a", false),
		wr.Mkdir(ctx, "/e", 0o755),
		wr.Symlink(ctx, "e", "/l"),
		wr.Remove(ctx, "/d", true),
	} {
		if err != nil {
			t.Error(err)
		}
	}
	want := []string{
		"write /a, 3 -> 4 bytes, by rename, mode 0644 | -rw-r--r-- | old",
		"done: write /a, 3 -> 4 bytes, by rename, mode 0644",
		"chmod 0600 /a | -rw-r--r-- | ", "done: chmod 0600 /a",
		"remove /a | -rw------- | new!", "done: remove /a",
		"mkdir /e, mode 0755 | nothing there | ", "done: mkdir /e, mode 0755",
		"symlink /l -> e | nothing there | ", "done: symlink /l -> e",
		"remove /d and all below it | drwxr-xr-x | ", "done: remove /d and all below it",
	}
	if diff := cmp.Diff(want, text); diff != "" {
		t.Error(diff)
	}
}

// An act for which fn returns an error is not tried, of any kind.
func TestTapBeforeRefuses(t *testing.T) {
	fake := fakehost.New(map[string]string{"/a": "old", "/d/in": "x", "/bin/tool": "#!"})
	tried := 0
	fake.Handle("tool", func(context.Context, *fakehost.Host, host.Command) host.Result {
		tried++
		return host.Result{}
	})
	errNo := errors.New("no room")
	wr := host.TapBefore(fake.Writer(), func(host.Act) error { return errNo })
	ctx := t.Context()
	for name, err := range map[string]error{
		"write": wr.WriteFile(ctx, "/a", []byte("new!"), host.WriteOptions{}), "chmod": wr.Chmod(ctx, "/a", 0o600),
		"chown": wr.Chown(ctx, "/a", 1, 1), "remove": wr.Remove(ctx, "/a", false), "remove all": wr.Remove(ctx, "/d", true),
		"mkdir": wr.Mkdir(ctx, "/e", 0o755), "symlink": wr.Symlink(ctx, "e", "/l"), "run": wr.Run(ctx, host.Command{Name: "tool"}),
	} {
		if !errors.Is(err, errNo) {
			t.Errorf("%s: %v", name, err)
		}
	}
	info, err := fake.Reader().Lstat(ctx, "/a")
	if data, _ := fake.Reader().ReadFile(ctx, "/a"); string(data) != "old" || err != nil || info.Mode.Perm() != 0o644 || tried != 0 {
		t.Errorf("%q, %v, %v, %d commands", data, info.Mode, err, tried)
	}
	for _, path := range []string{"/e", "/l"} {
		if _, err := fake.Reader().Lstat(ctx, path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestTapsDescribeOnce checks that an act is described once for all taps: a second tap reads
// nothing from the host.
func TestTapsDescribeOnce(t *testing.T) {
	reads := func(tap func(host.Writer) host.Writer) (list []string) {
		fake := fakehost.New(map[string]string{"/a": "old", "/d/in": "x"})
		wr := tap(host.FaultyReads(fake.Host, func(path string) error {
			list = append(list, path)
			return nil
		}).Writer())
		ctx := t.Context()
		for _, err := range []error{
			wr.WriteFile(ctx, "/a", []byte("new!"), host.WriteOptions{}), wr.WriteFile(ctx, "/b", nil, host.WriteOptions{Replace: true}),
			wr.Chmod(ctx, "/a", 0o600), wr.Chown(ctx, "/a", 1, 1), wr.Mkdir(ctx, "/e", 0o755), wr.Symlink(ctx, "e", "/l"),
			wr.Remove(ctx, "/d", true),
		} {
			if err != nil {
				t.Error(err)
			}
		}
		return list
	}
	before := func(wr host.Writer) host.Writer { return host.TapBefore(wr, func(host.Act) error { return nil }) }
	after := func(wr host.Writer) host.Writer { return host.TapAfter(wr, func(host.Act, host.Result, error) {}) }
	one := reads(before)
	both := reads(func(wr host.Writer) host.Writer { return after(before(wr)) })
	if diff := cmp.Diff(one, both); len(one) == 0 || diff != "" {
		t.Errorf("%d reads with one tap; a second one adds reads:\n%s", len(one), diff)
	}
}
