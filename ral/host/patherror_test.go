package host_test

import (
	"context"
	"errors"
	"io/fs"
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/host/local"
	"ralsh/ral/host/record"
)

// An error of a path says what failed, for which path, and why, on the machine and in a plan.
func TestPathErrors(t *testing.T) {
	machine, err := local.Below(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	for name, wr := range map[string]host.Writer{"machine": machine.Writer(), "plan": record.New(machine.Reader()).Writer()} {
		if err := wr.WriteFile(ctx, "/x", nil, host.WriteOptions{}); err != nil {
			t.Fatal(err)
		}
		_, read := wr.Reader().ReadFile(ctx, "/none")
		_, access := wr.Reader().Stat(ctx, "/none")
		for want, err := range map[string]error{
			"cannot read /none: no such file or directory":                      read,
			"cannot access /none: no such file or directory":                    access,
			"cannot write /d/x: the directory /d does not exist":                wr.WriteFile(ctx, "/d/x", nil, host.WriteOptions{}),
			"cannot create the directory /d/x: the directory /d does not exist": wr.Mkdir(ctx, "/d/x", 0o755),
			"cannot create the link /d/x: the directory /d does not exist":      wr.Symlink(ctx, "y", "/d/x"),
			"cannot change the mode of /none: no such file or directory":        wr.Chmod(ctx, "/none", 0o600),
			"cannot change the owner of /none: no such file or directory":       wr.Chown(ctx, "/none", 1, 1),
		} {
			if err == nil || err.Error() != want || !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s: %v, want %s", name, err, want)
			}
		}
		if got := host.Cause(access); got == nil || got.Error() != "no such file or directory" {
			t.Errorf("%s: the cause is %v", name, got)
		}
	}
}
