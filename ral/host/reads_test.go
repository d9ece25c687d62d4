package host

import (
	"slices"
	"testing"
)

// What is read is told, and what was looked for and is not there; a file that is
// only described is not.
func TestReadsAreTold(t *testing.T) {
	look := NewFake(map[string]string{"/etc/crontab": "x\n", "/etc/passwd": "y\n"}).Reader()
	var got []string
	ctx := WithReadTrace(t.Context(), func(path string) { got = append(got, path) })
	_, _ = look.ReadFile(ctx, "/etc/crontab")
	_, _ = look.ReadFile(ctx, "/etc/gone")
	_, _ = look.ReadDir(ctx, "/etc/cron.d")
	_ = look.Lines(ctx, "/etc/passwd", func([]byte) {})
	_, _ = look.Stat(ctx, "/etc/passwd")
	_, _ = look.Exists(ctx, "/etc/missing")
	_, _ = look.Lstat(ctx, "/etc/lost")
	_, _ = look.ReadFile(t.Context(), "/etc/passwd")
	if want := []string{"/etc/crontab", "/etc/gone", "/etc/cron.d", "/etc/passwd", "/etc/missing", "/etc/lost"}; !slices.Equal(got, want) {
		t.Errorf("told %q, want %q", got, want)
	}
}
