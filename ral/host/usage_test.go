package host

import (
	"errors"
	"path"
	"slices"
	"testing"

	"ralsh/ral/host/internal/atomicfile"
)

// Each access of a file is one use, with its size.
func TestTimed(t *testing.T) {
	dir, ctx := t.TempDir(), t.Context()
	file := path.Join(dir, "a")
	var seen []Use
	h := Timed(Machine(), func(u Use) {
		if u.Elapsed < 0 {
			t.Errorf("%+v", u)
		}
		u.Elapsed = 0
		seen = append(seen, u)
	})
	wr, rd := h.Writer(), h.Reader()
	err := wr.WriteFile(ctx, file, []byte("one\ntwo\n"), WriteOptions{})
	_, read := rd.ReadFile(ctx, file)
	lines := 0
	each := rd.Lines(ctx, file, func([]byte) { lines++ })
	_, stat := rd.Lstat(ctx, file)
	_, names := rd.ReadDir(ctx, dir)
	if err := errors.Join(err, read, each, stat, names); err != nil {
		t.Fatal(err)
	}
	want := []Use{
		{Kind: UseWrite, Subject: file, Bytes: 8},
		{Kind: UseContent, Subject: file, Bytes: 8},
		{Kind: UseContent, Subject: file, Bytes: 8},
		{Kind: UseAttributes, Subject: file},
		{Kind: UseDirectory, Subject: dir},
	}
	if !slices.Equal(seen, want) || lines != 2 {
		t.Errorf("%d lines, %+v", lines, seen)
	}
}

// What a killed process left is found on a timed host too.
func TestTimedLeftovers(t *testing.T) {
	dir, ctx := t.TempDir(), t.Context()
	file := path.Join(dir, "a")
	left := path.Join(dir, atomicfile.Temp("a"))
	h := Timed(Machine(), func(Use) {})
	if err := h.Writer().WriteFile(ctx, left, nil, WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	got, err := RemoveTemporaries(ctx, h, file, func(string) error { return nil })
	if err != nil || !slices.Equal(got, []string{left}) {
		t.Errorf("%v, %v", got, err)
	}
}
