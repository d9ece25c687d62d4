package file

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ralsh/ral"
	"ralsh/ral/host/local"
	"ralsh/ral/raltest/real"
	"ralsh/ral/transaction"
)

// TestRecurseLimit limits the cost of ten thousand files of a source: planning
// them as new, and finding them in sync.
func TestRecurseLimit(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	root := t.TempDir()
	for i := range 100 {
		dir := filepath.Join(root, "from", fmt.Sprintf("d%02d", i))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		for k := range 99 {
			if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%02d", k)), []byte(fmt.Sprint(i, k)), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	m := local.Machine()
	s := newStage(t, m.Reader(), m.Writer())
	d := decl(filepath.Join(root, "to"), "source", filepath.Join(root, "from"), "recurse", "true")
	for _, want := range []int{10_001, 0} {
		start := time.Now()
		plan, err := transaction.NewPlan(t.Context(), s.env, []ral.Decl{d})
		if err != nil {
			t.Fatal(err)
		}
		took := time.Since(start)
		if len(plan.Steps) != 10_001 || plan.ChangeCount() != want {
			t.Fatalf("%d steps, %d changes", len(plan.Steps), plan.ChangeCount())
		}
		real.Within(t, fmt.Sprint(want, " changes planned"), took, 6*time.Second)
		if err := os.CopyFS(filepath.Join(root, "to"), os.DirFS(filepath.Join(root, "from"))); want > 0 && err != nil {
			t.Fatal(err)
		}
	}
}
