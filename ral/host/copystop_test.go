package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A copy ends once its run is stopped: the file is as it was, and nothing is left
// beside it.
func TestCopyStops(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "to")
	if err := os.WriteFile(file, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	stop := make(chan struct{})
	written := 0
	src := Source{Name: "/from", Size: 3 << 20, To: func(_ context.Context, w io.Writer) error {
		for range 3 {
			n, err := w.Write(make([]byte, 1<<20))
			if err != nil {
				return err
			}
			if written += n; written == 2<<20 {
				close(stop)
			}
		}
		return nil
	}}
	err := Machine().Writer().CopyFile(WithStop(t.Context(), stop), file, src, WriteOptions{})
	if !errors.Is(err, ErrStopped) || !strings.Contains(err.Error(), "the file is unchanged") {
		t.Error(err)
	}
	if written != 2<<20 {
		t.Errorf("%d bytes were written", written)
	}
	if data, err := os.ReadFile(file); err != nil || string(data) != "old" {
		t.Errorf("%q, %v", data, err)
	}
	if names, _ := filepath.Glob(filepath.Join(dir, "*")); len(names) != 1 {
		t.Errorf("left behind: %v", names)
	}
}

// A file of sysfs has the size of a page, and less in it. One that really became
// shorter is an error.
func TestReadToSysfs(t *testing.T) {
	const file = "/sys/kernel/uevent_seqnum"
	want, err := os.ReadFile(file)
	if err != nil {
		needs(t, fmt.Sprintf("no sysfs here: %v", err))
	}
	var got strings.Builder
	if err := Machine().Reader().ReadTo(t.Context(), file, &got); err != nil || len(got.String()) != len(want) {
		t.Errorf("%q, %v, want %q", got.String(), err, want)
	}
}

// The reading in a copy does not report its progress beside that of the copy.
func TestCopyReportsOnce(t *testing.T) {
	calls := 0
	src := Source{Name: "/from", Size: 4, To: func(ctx context.Context, w io.Writer) error {
		calls++
		if p, ok := w.(*progress); !ok || p.of != 4 || ctx.Value(quietKey{}) == nil {
			t.Errorf("the copy is measured: %t, its reading is quiet: %t", ok, ctx.Value(quietKey{}) != nil)
		}
		_, err := w.Write([]byte("text"))
		return err
	}}
	if err := Machine().Writer().CopyFile(t.Context(), filepath.Join(t.TempDir(), "to"), src, WriteOptions{}); err != nil || calls != 1 {
		t.Error(err, calls)
	}
}
