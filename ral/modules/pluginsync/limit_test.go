package pluginsync_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"ralsh/ral/raltest/real"
)

// many returns 350 files of about 2 KB, like the modules of a site.
func many() map[string]string {
	files := map[string]string{}
	for i := range 350 {
		files[fmt.Sprintf("plugins/ral/provider/type%d/p%d.star", i%50, i)] = strings.Repeat(fmt.Sprintf("# line of %d\n", i), 170)
	}
	return files
}

// TestLimitUnchanged limits a sync of 350 unchanged files to one second,
// without a write.
func TestLimitUnchanged(t *testing.T) {
	real.Limits(t)
	a := serve(t, many()).agent(t)
	if _, err := a.sync(t.Context()); err != nil {
		t.Fatal(err)
	}
	before := a.marks()
	start := time.Now()
	r, err := a.sync(t.Context())
	took := time.Since(start)
	if err != nil || r.Unchanged != 350 || len(r.Changes) != 0 {
		t.Fatalf("%d unchanged, %d changes, %v", r.Unchanged, len(r.Changes), err)
	}
	if !maps.Equal(before, a.marks()) {
		t.Error("it wrote")
	}
	real.Within(t, "350 files, unchanged", took, time.Second)
}

// BenchmarkUnchanged syncs 350 unchanged files.
func BenchmarkUnchanged(b *testing.B) {
	a := serve(b, many()).agent(b)
	if _, err := a.sync(b.Context()); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if r, err := a.sync(b.Context()); err != nil || len(r.Changes) != 0 {
			b.Fatal(len(r.Changes), err)
		}
	}
}
