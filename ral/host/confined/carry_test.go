package confined

import (
	"errors"
	"io/fs"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
	"ralsh/ral/host/record"
)

// TestCarry makes a path of one host as it is on another, with the acts that a plan
// would have, and does nothing when it is so already.
func TestCarry(t *testing.T) {
	for name, c := range map[string]struct {
		from, to func(f *fakehost.Host)
		acts     string
	}{
		"a new file":       {from: func(f *fakehost.Host) { f.Put("/d/x", "new", 0o600) }, to: func(f *fakehost.Host) {}, acts: "write /d/x, new, 3 bytes, by rename, mode 0600"},
		"another content":  {from: func(f *fakehost.Host) { f.Put("/d/x", "new!", 0o644) }, to: func(f *fakehost.Host) { f.Put("/d/x", "old", 0o644) }, acts: "write /d/x, 3 -> 4 bytes, by rename, mode 0644"},
		"the same":         {from: func(f *fakehost.Host) { f.Put("/d/x", "old", 0o644) }, to: func(f *fakehost.Host) { f.Put("/d/x", "old", 0o644) }},
		"another mode":     {from: func(f *fakehost.Host) { f.Put("/d/x", "old", host.FileMode(0o4755)) }, to: func(f *fakehost.Host) { f.Put("/d/x", "old", 0o644) }, acts: "chmod 4755 /d/x"},
		"another owner":    {from: func(f *fakehost.Host) { f.Put("/d/x", "old", 0o644); owned(t, f, "/d/x") }, to: func(f *fakehost.Host) { f.Put("/d/x", "old", 0o644) }, acts: "chown 7:8 /d/x"},
		"new and owned":    {from: func(f *fakehost.Host) { f.Put("/d/x", "old", 0o644); owned(t, f, "/d/x") }, to: func(f *fakehost.Host) {}, acts: "write /d/x, new, 3 bytes, by rename, mode 0644"},
		"gone":             {from: func(f *fakehost.Host) {}, to: func(f *fakehost.Host) { f.Put("/d/x", "old", 0o644) }, acts: "remove /d/x"},
		"gone, a dir":      {from: func(f *fakehost.Host) {}, to: func(f *fakehost.Host) { f.Put("/d/x/a", "old", 0o644) }, acts: "remove /d/x and all below it"},
		"gone on both":     {from: func(f *fakehost.Host) {}, to: func(f *fakehost.Host) {}},
		"a new link":       {from: func(f *fakehost.Host) { f.Link("/d/x", "../y") }, to: func(f *fakehost.Host) {}, acts: "symlink /d/x -> ../y"},
		"the same link":    {from: func(f *fakehost.Host) { f.Link("/d/x", "../y") }, to: func(f *fakehost.Host) { f.Link("/d/x", "../y") }},
		"another link":     {from: func(f *fakehost.Host) { f.Link("/d/x", "../y") }, to: func(f *fakehost.Host) { f.Link("/d/x", "z") }, acts: "symlink /d/x -> ../y"},
		"a link for a dir": {from: func(f *fakehost.Host) { f.Link("/d/x", "../y") }, to: func(f *fakehost.Host) { f.Put("/d/x/a", "old", 0o644) }, acts: "remove /d/x and all below it\nsymlink /d/x -> ../y"},
		"a new directory":  {from: func(f *fakehost.Host) { f.Dir("/d/x", host.FileMode(0o2750)) }, to: func(f *fakehost.Host) {}, acts: "mkdir /d/x, mode 2750"},
		"a dir for a file": {from: func(f *fakehost.Host) { f.Dir("/d/x", 0o755) }, to: func(f *fakehost.Host) { f.Put("/d/x", "old", 0o644) }, acts: "remove /d/x\nmkdir /d/x, mode 0755"},
		"a file for a dir": {from: func(f *fakehost.Host) { f.Put("/d/x", "new", 0o644) }, to: func(f *fakehost.Host) { f.Put("/d/x/a", "old", 0o644) }, acts: "remove /d/x and all below it\nwrite /d/x, new, 3 bytes, by rename, mode 0644"},
		"a large file": {
			from: func(f *fakehost.Host) { f.Put("/d/x", strings.Repeat("x", host.LargeFile+1), 0o644) }, to: func(f *fakehost.Host) {},
			acts: "write /d/x, new, 1048577 bytes of content from the code of a module, by rename, mode 0644",
		},
		"the same large file": {
			from: func(f *fakehost.Host) { f.Put("/d/x", strings.Repeat("x", host.LargeFile+1), 0o644) },
			to:   func(f *fakehost.Host) { f.Put("/d/x", strings.Repeat("x", host.LargeFile+1), 0o644) },
		},
	} {
		t.Run(name, func(t *testing.T) {
			from, to := fakehost.New(nil), fakehost.New(nil)
			from.Dir("/d", 0o755)
			to.Dir("/d", 0o755)
			c.from(from)
			c.to(to)
			rec := record.New(to.Reader())
			for i := range 2 {
				did, err := carried(t.Context(), from.Reader(), rec.Writer(), "/d/x", false)
				if err != nil || did != (c.acts != "" && i == 0) {
					t.Fatalf("time %d: did %v, %v", i, did, err)
				}
			}
			var lines []string
			for _, act := range rec.Acts() {
				lines = append(lines, act.String())
			}
			if got := strings.Join(lines, "\n"); got != c.acts {
				t.Errorf("acts\n%s\nwant\n%s", got, c.acts)
			}
		})
	}
}

// TestCarryOwner gives a new file its owner at once.
func TestCarryOwner(t *testing.T) {
	from, to := fakehost.New(nil), fakehost.New(nil)
	from.Put("/x", "a", 0o644)
	owned(t, from, "/x")
	if err := carry(t.Context(), from.Reader(), to.Writer(), "/x", false); err != nil {
		t.Fatal(err)
	}
	if info, err := to.Reader().Lstat(t.Context(), "/x"); err != nil || info.UID != 7 || info.GID != 8 {
		t.Errorf("%d:%d, %v", info.UID, info.GID, err)
	}
}

// TestCarryHidden removes what a directory that took the place of another does not have.
func TestCarryHidden(t *testing.T) {
	from, to := fakehost.New(nil), fakehost.New(nil)
	from.Put("/d/kept", "a", 0o644)
	to.Put("/d/kept", "a", 0o644)
	to.Put("/d/hidden/x", "b", 0o644)
	if did, err := carried(t.Context(), from.Reader(), to.Writer(), "/d/"+hiddenNames, false); err != nil || !did {
		t.Fatal(did, err)
	}
	if names, err := to.Reader().ReadDir(t.Context(), "/d"); err != nil || len(names) != 1 || names[0] != "kept" {
		t.Errorf("%q, %v", names, err)
	}
}

// TestCarrySpecial refuses what is neither file, directory nor link.
func TestCarrySpecial(t *testing.T) {
	dir := t.TempDir()
	if err := unix.Mkfifo(dir+"/pipe", 0o600); err != nil {
		t.Fatal(err)
	}
	from, err := local.Below(dir)
	if err != nil {
		t.Fatal(err)
	}
	_, err = carried(t.Context(), from.Reader(), fakehost.New(nil).Writer(), "/pipe", false)
	if special, ok := errors.AsType[*SpecialFileError](err); !ok || special.Mode&fs.ModeNamedPipe == 0 || !strings.Contains(err.Error(), "/pipe, a fifo") {
		t.Error(err)
	}
}

func owned(t *testing.T, f *fakehost.Host, file string) {
	t.Helper()
	if err := f.Writer().Chown(t.Context(), file, 7, 8); err != nil {
		t.Fatal(err)
	}
}
