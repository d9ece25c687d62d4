package host_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
	"ralsh/ral/host/record"
	"ralsh/ral/raltest/real"
)

// A settled file is read once, and read again after each change that Stat shows.
func TestFileCache(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f")
	put := func(text string, age time.Duration) {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		at := time.Now().Add(-age)
		if err := os.Chtimes(file, at, at); err != nil {
			t.Fatal(err)
		}
	}
	rd := local.Machine().Reader()
	var parses int
	var cache host.Parsed[string]
	parse := func(data []byte) string { parses++; return "parsed " + string(data) }
	load := func(want string, times int) {
		t.Helper()
		got, err := cache.Load(t.Context(), rd, file, parse)
		if err != nil || got != "parsed "+want || parses != times {
			t.Errorf("%q, %v after %d parses, want %q after %d", got, err, parses, want, times)
		}
	}
	put("one", time.Hour)
	load("one", 1)
	load("one", 1)
	put("two", time.Hour) // the same size and time: the change time tells
	load("two", 2)
	put("two", 0)
	load("two", 2) // other times, the same bytes
	put("three", -time.Hour)
	load("three", 3)
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if _, err := cache.Load(t.Context(), rd, file, parse); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a removed file: %v", err)
	}
	put("four", time.Hour)
	load("four", 4)
}

// What a plan writes is read back from it, however fast.
func TestFileCacheOfAPlan(t *testing.T) {
	fake := fakehost.New(map[string]string{"/f": "one"}, fakehost.WithNow(time.Now()))
	rec := record.New(fake.Reader())
	var cache host.FileCache
	for _, text := range []string{"one", "two", "six", "ten"} {
		if err := rec.Writer().WriteFile(t.Context(), "/f", []byte(text), host.WriteOptions{}); err != nil {
			t.Fatal(err)
		}
		got, err := cache.ReadFile(t.Context(), rec.Reader(), "/f")
		if err != nil || string(got) != text {
			t.Errorf("%q, %v; want %q", got, err, text)
		}
	}
}

// A file of the kernel, which has no size and no times, is read each time.
func TestFileCacheOfTheKernel(t *testing.T) {
	var cache host.FileCache
	rd := local.Machine().Reader()
	first, err := cache.ReadFile(t.Context(), rd, "/proc/self/io")
	if err != nil {
		t.Fatal(err)
	}
	again, err := cache.ReadFile(t.Context(), rd, "/proc/self/io")
	if err != nil || string(first) == string(again) {
		t.Errorf("not read again: %v", err)
	}
}

// What one user has read is not given to another.
func TestFileCacheOfUsers(t *testing.T) {
	if os.Getuid() != 0 {
		real.Lacks(t, "needs root, to act as another user")
	}
	file := filepath.Join(t.TempDir(), "f")
	if err := os.WriteFile(file, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(file, old, old); err != nil {
		t.Fatal(err)
	}
	var cache host.FileCache
	rd := local.Machine().Reader()
	if _, err := cache.ReadFile(t.Context(), rd, file); err != nil {
		t.Fatal(err)
	}
	if data, err := cache.ReadFile(host.WithUser(t.Context(), 65534, 65534), rd, file); !errors.Is(err, fs.ErrPermission) {
		t.Errorf("nobody reads %q, %v", data, err)
	}
}

// What is derived from a file is made once, and again for a file that is another one.
func TestDerived(t *testing.T) {
	var kept host.Derived[*string, string]
	first, second := "a", "a"
	for _, tc := range []struct {
		path   string
		file   *string
		makes  string
		wanted string
	}{
		{"/f", &first, "one", "one"},
		{"/f", &first, "two", "one"},
		{"/g", &first, "three", "three"},
		{"/f", &second, "four", "four"}, // equal text, but read again
		{"/f", &second, "five", "four"},
		{"/f", &first, "six", "six"}, // only the last is kept
	} {
		if got := kept.Of(tc.path, tc.file, func() string { return tc.makes }); got != tc.wanted {
			t.Errorf("%s, to make %q: got %q, want %q", tc.path, tc.makes, got, tc.wanted)
		}
	}
}
