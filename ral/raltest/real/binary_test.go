package real

import (
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Tests that ask for the binary concurrently get the same binary, which was built
// once.
func TestTheBinaryIsBuiltOnce(t *testing.T) {
	dir := t.TempDir()
	built := filepath.Join(dir, "built")
	tool := "#!/bin/sh\n" +
		"[ \"$1\" = list ] && { pwd; exit; }\n" +
		"echo once >>" + built + "\n" +
		"for arg; do [ \"$last\" = -o ] && echo ralsh >\"$arg\"; last=$arg; done\n"
	if err := os.WriteFile(filepath.Join(dir, "go"), []byte(tool), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":"+os.Getenv("PATH"))
	t.Setenv(madeIn, dir)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if data, err := os.ReadFile(Binary(t)); err != nil || string(data) != "ralsh\n" {
				t.Errorf("the binary is %q, %v", data, err)
			}
		})
	}
	all.Wait()
	if data, _ := os.ReadFile(built); strings.Count(string(data), "once") != 1 {
		t.Errorf("it was built %d times", strings.Count(string(data), "once"))
	}
}
