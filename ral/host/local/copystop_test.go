package local

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/raltest/real"
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
	src := host.Source{Name: "/from", Size: 3 << 20, To: func(_ context.Context, w io.Writer) error {
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
	err := Machine().Writer().CopyFile(host.WithStop(t.Context(), stop), file, src, host.WriteOptions{})
	if !errors.Is(err, host.ErrStopped) || !strings.Contains(err.Error(), "the file is unchanged") {
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
		real.Lacks(t, "no sysfs here: %v", err)
	}
	var got strings.Builder
	if err := Machine().Reader().ReadTo(t.Context(), file, &got); err != nil || len(got.String()) != len(want) {
		t.Errorf("%q, %v, want %q", got.String(), err, want)
	}
}

// measured is a writer that is told the size of a file.
type measured struct {
	strings.Builder
	sized int
}

func (m *measured) SetSize(int64) { m.sized++ }

// The reading in a copy does not report its progress beside that of the copy.
func TestCopyReportsOnce(t *testing.T) {
	dir, copies, quiet := t.TempDir(), 0, &measured{}
	write(t, filepath.Join(dir, "from"), "text")
	src := host.Source{Name: "/from", Size: 4, To: func(ctx context.Context, w io.Writer) error {
		copies++
		if _, ok := w.(interface{ SetSize(int64) }); !ok {
			t.Error("the copy is not measured")
		}
		if err := Machine().Reader().ReadTo(ctx, filepath.Join(dir, "from"), quiet); err != nil {
			return err
		}
		_, err := w.Write([]byte("text"))
		return err
	}}
	err := Machine().Writer().CopyFile(t.Context(), filepath.Join(dir, "to"), src, host.WriteOptions{})
	if err != nil || copies != 1 || quiet.sized != 1 || quiet.String() != "text" {
		t.Errorf("%v, %d copies, %d readings that are not measured", err, copies, quiet.sized)
	}
	loud := &measured{}
	if err := Machine().Reader().ReadTo(t.Context(), filepath.Join(dir, "from"), loud); err != nil || loud.sized != 0 {
		t.Errorf("%v, %d", err, loud.sized)
	}
}
