package parsedfile

import (
	"io/fs"
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
)

func TestStoreKeepsTheModeOfAFile(t *testing.T) {
	fake := fakehost.New(map[string]string{"/etc/": ""})
	fake.Put("/etc/old", "a=1\n", 0o640)
	store := Store{Format: pairs()}
	for path, want := range map[string]fs.FileMode{"/etc/old": 0o640, "/etc/new": 0o644} {
		err := store.Edit(t.Context(), fake.Writer(), path, func(f *File) error {
			set(t, f, "b", "2")
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if info, err := fake.Reader().Stat(t.Context(), path); err != nil || info.Mode != want {
			t.Errorf("%s has mode %v, %v", path, info.Mode, err)
		}
	}
}

func TestStoreWritesNothingWithoutADifference(t *testing.T) {
	fake := fakehost.New(map[string]string{"/etc/a": "a = 1\n"})
	wrote := false
	wr := host.TapAfter(fake.Writer(), func(host.Act, host.Result, error) { wrote = true })
	store := Store{Format: pairs()}
	for _, path := range []string{"/etc/a", "/etc/none"} {
		if err := store.Edit(t.Context(), wr, path, func(*File) error { return nil }); err != nil || wrote {
			t.Errorf("%s: wrote %v, %v", path, wrote, err)
		}
	}
}
