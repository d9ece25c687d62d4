package local

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/netip"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"

	"ralsh/ral/host"
	"ralsh/ral/raltest/real"
)

// The interfaces equal those of the standard library.
func TestNetwork(t *testing.T) {
	n, err := Machine().Reader().Network(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for _, l := range n.Links {
		got = append(got, fmt.Sprintf("%d %s %d %x", l.Index, l.Name, l.MTU, l.Hardware))
		for _, a := range l.Addresses {
			got = append(got, l.Name+" "+netip.PrefixFrom(a.IP, a.Bits).String())
		}
	}
	links, err := net.Interfaces()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range links {
		hardware := []byte(l.HardwareAddr)
		if l.Flags&net.FlagLoopback != 0 {
			hardware = make([]byte, 6) // the library omits zeros
		}
		want = append(want, fmt.Sprintf("%d %s %d %x", l.Index, l.Name, l.MTU, hardware))
		addresses, err := l.Addrs()
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range addresses {
			want = append(want, l.Name+" "+a.String())
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" || len(got) == 0 {
		t.Errorf("interfaces:\n%s", diff)
	}
}

func TestSpace(t *testing.T) {
	dir := t.TempDir()
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		t.Fatal(err)
	}
	below, err := Below(dir)
	if err != nil {
		real.Lacks(t, "needs openat2(2): %v", err)
	}
	for path, rd := range map[string]host.Reader{dir: Machine().Reader(), "/": below.Reader()} {
		space, err := rd.Space(t.Context(), path)
		if err != nil || space.Size != int64(st.Blocks)*int64(st.Frsize) || space.Available > space.Free || space.Free > space.Size {
			t.Errorf("%s has %+v, %v", path, space, err)
		}
		if _, err := rd.Space(t.Context(), path+"/no"); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the room of nothing: %v", err)
		}
	}
	if _, err := below.Reader().Network(t.Context()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the network below a root: %v", err)
	}
}
