package file

import (
	"errors"
	"testing"
	"time"

	"ralsh/ral/host"
)

// A large source of this host is hashed once, and again when its stat differs or is too
// recent to tell.
func TestKeptSums(t *testing.T) {
	rd := host.NewFake(nil).Reader()
	old, now := rd.Now().Add(-time.Hour), rd.Now()
	info := host.Info{Size: shownContent + 1, ModTime: old, ChangeTime: old, Inode: 7}
	later, other, small := info, info, info
	later.AccessTime, other.Inode, small.Size = now, 8, 5
	recent := info
	recent.ChangeTime = now
	here, served := origin{text: "/a", path: "/a"}, origin{text: "puppet:///m/a", path: "/a"}
	var s keptSums
	hashed := 0
	hash := func() (string, error) { hashed++; return "sum", nil }
	for i, c := range []struct {
		from origin
		kind string
		info host.Info
		want int // how often it was hashed so far
	}{
		{here, "sha256", info, 1},
		{here, "sha256", info, 1},
		{here, "sha256", later, 1}, // only the access time
		{here, "md5", info, 2},
		{here, "sha256", other, 3},
		{here, "sha256", small, 4},
		{here, "sha256", recent, 5},
		{here, "sha256", recent, 6},
		{served, "sha256", info, 7},
		{served, "sha256", info, 8},
	} {
		if got, err := s.of(rd, c.from, c.kind, c.info, hash); got != "sum" || err != nil || hashed != c.want {
			t.Errorf("%d: %q, %v, hashed %d times, want %d", i, got, err, hashed, c.want)
		}
	}
	broken := errors.New("broken")
	third := info
	third.Inode = 9
	if _, err := s.of(rd, here, "sha256", third, func() (string, error) { return "", broken }); err != broken {
		t.Error(err)
	}
	if got, _ := s.of(rd, here, "sha256", third, hash); got != "sum" {
		t.Errorf("after an error: %q", got)
	}
}
