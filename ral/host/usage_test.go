package host_test

import (
	"errors"
	"path"
	"slices"
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/host/internal/atomicfile"
	"ralsh/ral/host/local"
)

// Each access of a file is one use, with its size.
func TestTimed(t *testing.T) {
	dir, ctx := t.TempDir(), t.Context()
	file := path.Join(dir, "a")
	var seen []host.Use
	h := host.Timed(local.Machine(), func(u host.Use) {
		if u.Elapsed < 0 {
			t.Errorf("%+v", u)
		}
		u.Elapsed = 0
		seen = append(seen, u)
	})
	wr, rd := h.Writer(), h.Reader()
	err := wr.WriteFile(ctx, file, []byte("one\ntwo\n"), host.WriteOptions{})
	_, read := rd.ReadFile(ctx, file)
	lines := 0
	each := rd.Lines(ctx, file, func([]byte) { lines++ })
	_, stat := rd.Lstat(ctx, file)
	_, names := rd.ReadDir(ctx, dir)
	if err := errors.Join(err, read, each, stat, names); err != nil {
		t.Fatal(err)
	}
	want := []host.Use{
		{Kind: host.UseWrite, Subject: file, Bytes: 8},
		{Kind: host.UseContent, Subject: file, Bytes: 8},
		{Kind: host.UseContent, Subject: file, Bytes: 8},
		{Kind: host.UseAttributes, Subject: file},
		{Kind: host.UseDirectory, Subject: dir},
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
	h := host.Timed(local.Machine(), func(host.Use) {})
	if err := h.Writer().WriteFile(ctx, left, nil, host.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	got, err := local.RemoveTemporaries(ctx, h, file, func(string) error { return nil })
	if err != nil || !slices.Equal(got, []string{left}) {
		t.Errorf("%v, %v", got, err)
	}
}
