package host_test

import (
	"slices"
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
)

// Read and missing files are reported; a file that is only described is not.
func TestReadsAreTold(t *testing.T) {
	rd := fakehost.New(map[string]string{"/etc/crontab": "x\n", "/etc/passwd": "y\n"}).Reader()
	var got []string
	ctx := host.WithReadTrace(t.Context(), func(path string) { got = append(got, path) })
	_, _ = rd.ReadFile(ctx, "/etc/crontab")
	_, _ = rd.ReadFile(ctx, "/etc/gone")
	_, _ = rd.ReadDir(ctx, "/etc/cron.d")
	_ = rd.Lines(ctx, "/etc/passwd", func([]byte) {})
	_, _ = rd.Stat(ctx, "/etc/passwd")
	_, _ = rd.Exists(ctx, "/etc/missing")
	_, _ = rd.Lstat(ctx, "/etc/lost")
	_, _ = rd.ReadFile(t.Context(), "/etc/passwd")
	if want := []string{"/etc/crontab", "/etc/gone", "/etc/cron.d", "/etc/passwd", "/etc/missing", "/etc/lost"}; !slices.Equal(got, want) {
		t.Errorf("told %q, want %q", got, want)
	}
}
