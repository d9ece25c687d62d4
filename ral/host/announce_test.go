package host

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestAnnounceComesFirst holds that each act is told before the host has it,
// and that what is done is what was told.
func TestAnnounceComesFirst(t *testing.T) {
	fake := NewFake(map[string]string{"/a": "old", "/d/in": "x"})
	var told []string
	c := TapBefore(fake.Writer(), func(act Act) {
		info, err := fake.Reader().Lstat(t.Context(), act.Path)
		there := "nothing there"
		if err == nil {
			there = info.Mode.String()
		}
		told = append(told, act.String()+" | "+there+" | "+string(act.Before))
	})
	c = TapAfter(c, func(act Act, _ Result, err error) {
		if err != nil {
			t.Errorf("%s: %v", act, err)
		}
		told = append(told, "done: "+act.String())
	})
	ctx := t.Context()
	for _, err := range []error{
		c.WriteFile(ctx, "/a", []byte("new!"), WriteOptions{}),
		c.Chmod(ctx, "/a", 0o600),
		c.Remove(ctx, "/a", false),
		c.Remove(ctx, "/a", false),
		c.Mkdir(ctx, "/e", 0o755),
		c.Symlink(ctx, "e", "/l"),
		c.Remove(ctx, "/d", true),
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
	if diff := cmp.Diff(want, told); diff != "" {
		t.Error(diff)
	}
}
