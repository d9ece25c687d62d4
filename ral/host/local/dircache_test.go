package local_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ralsh/ral/host/local"
)

// A plan searches a command on PATH once for many resources, and notices soon that the command
// was removed. Without a plan, every search is current.
func TestKeptCommands(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	tool, rd := filepath.Join(dir, "tool"), local.Machine().Reader()
	found := func(ctx context.Context) bool {
		_, err := rd.Find(ctx, "tool")
		return err == nil
	}
	plan, end := local.KeepDirectories(t.Context())
	defer end()
	kept := false
	for deadline := time.Now().Add(time.Minute); !kept && time.Now().Before(deadline); {
		if err := os.WriteFile(tool, nil, 0o755); err != nil {
			t.Fatal(err)
		}
		if !found(t.Context()) {
			t.Fatal("the command is not found")
		}
		there := found(plan)
		if err := os.Remove(tool); err != nil {
			t.Fatal(err)
		}
		if found(t.Context()) {
			t.Fatal("a removed command is found without a plan")
		}
		kept = there && found(plan) // on a slow machine, the time may be up
	}
	if !kept {
		t.Error("a plan searches a command again each time")
	}
	for deadline := time.Now().Add(time.Minute); found(plan); {
		if time.Now().After(deadline) {
			t.Fatal("a plan never notices that a command was removed")
		}
	}
}
