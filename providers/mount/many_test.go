package mount

import (
	"math/rand/v2"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest"
)

// Entries that are written together leave the file and the mounts that they leave one
// by one: new, changed, removed, mounted and unmounted.
func TestManyIsAsOneByOne(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 2))
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	batched := 0
	for range 400 {
		var text string
		for range rng.IntN(5) {
			text += pick("/dev/a /m ext4 defaults 0 0", "/dev/b\t/mnt/up\text4\tro\t0\t2", "/dev/c /mnt/gone xfs defaults 0 0", "# note", "", "/dev/s none swap sw 0 0") + pick("\n", "\n", "\r\n")
		}
		var mounted []string
		for _, at := range []string{"/mnt/up", "/mnt/ghost"} {
			if rng.IntN(2) == 0 {
				mounted = append(mounted, at)
			}
		}
		var decls []ral.Decl
		for _, at := range []string{"/m", "/mnt/up", "/mnt/gone", "/mnt/ghost", "/mnt/a b"} {
			if rng.IntN(4) > 0 {
				attrs := []ral.Attr{
					raltest.A("ensure", pick("present", "present", "unmounted", "mounted", "absent")),
					raltest.A("device", pick("/dev/a", "/dev/b")), raltest.A("fstype", "ext4"), raltest.A("options", pick("defaults", "ro")),
				}
				decls = append(decls, ral.Decl{Type: "mount", Title: at, Attrs: attrs})
			}
		}
		batched += raltest.Alike(t, Register, func() *fakehost.Host { return mountHost(text, mounted...) }, decls, fstab, mountInfo)
	}
	if batched < 100 {
		t.Errorf("only %d entries were written together", batched)
	}
}
