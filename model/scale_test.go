package model_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"ralsh/model"
	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ral/host/local"
	"ralsh/ral/manifest"
	"ralsh/ral/raltest"
	"ralsh/ral/raltest/real"
)

// inSync creates n files in one directory and returns the compiled catalog that
// declares them with their current state.
func inSync(tb testing.TB, n int) []byte {
	tb.Helper()
	dir := tb.TempDir()
	doc := []byte(`{"catalog_format":1,"version":1,"environment":"production","classes":[],"tags":[],"resources":[`)
	for i := range n {
		file, text := filepath.Join(dir, fmt.Sprintf("f%06d", i)), fmt.Sprintf("this is number %d", i)
		if err := os.WriteFile(file, []byte(text), 0o640); err != nil {
			tb.Fatal(err)
		}
		if i > 0 {
			doc = append(doc, ',')
		}
		doc = fmt.Appendf(doc, `{"type":"File","title":%q,"exported":false,"tags":["file"],`+
			`"parameters":{"ensure":"file","mode":"0640","content":%q}}`, file, text)
	}
	return append(doc, `],"edges":[]}`...)
}

// planCatalog returns the number of bytes of the values of a resource alone:
// declared, desired and current. The text of the declarations belongs to the
// catalog.
func planCatalog(tb testing.TB, catalog []byte, n int) int {
	tb.Helper()
	reg := ral.NewRegistry()
	providers.Register(reg)
	s := model.NewSession(tb.Context(), reg, local.Machine())
	in, err := manifest.Read("catalog.json", catalog)
	if err != nil {
		tb.Fatal(err)
	}
	plan, err := s.Plan(tb.Context(), in.Decls(reg)...)
	if err != nil {
		tb.Fatal(err)
	}
	if len(plan.Steps) != n || plan.ChangeCount() != 0 {
		tb.Fatalf("%d steps, %d changes; want %d in sync", len(plan.Steps), plan.ChangeCount(), n)
	}
	st := plan.Steps[n-1]
	return raltest.ValueSize(st.Resource) + raltest.DeclSize(*st.Decl)
}

// BenchmarkPlanFiles reads a compiled catalog of files that are in sync and
// plans it on this machine.
func BenchmarkPlanFiles(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			catalog := inSync(b, n)
			b.ReportAllocs()
			before := real.CPU()
			for b.Loop() {
				planCatalog(b, catalog, n)
			}
			b.ReportMetric(float64((real.CPU()-before).Milliseconds())/float64(b.N), "cpu-ms/op")
		})
	}
}

// TestLimitPlanFiles limits reading and planning of files that are in sync,
// from the text of the catalog to the plan: under half a second for 10,000, and
// at most 12 times the processor time for 100,000.
func TestLimitPlanFiles(t *testing.T) {
	real.Limits(t)
	real.Full(t)
	used := make(map[int]time.Duration)
	for _, n := range []int{1_000, 10_000, 100_000} {
		catalog, took := inSync(t, n), time.Hour
		used[n] = time.Hour
		run := func() {
			start, before := time.Now(), real.CPU()
			planCatalog(t, catalog, n)
			took, used[n] = min(took, time.Since(start)), min(used[n], real.CPU()-before)
		}
		if n == 10_000 {
			real.WithinBest(t, "10,000 files", 500*time.Millisecond, run)
		} else {
			// A slower round is caused by other work of the machine.
			for round := 0; round < 3 || round < 9 && n == 100_000 && used[n] > 12*used[10_000]; round++ {
				run()
			}
		}
		t.Logf("%d files: read and planned in %v, %v of the processors", n, took.Round(time.Millisecond), used[n].Round(time.Millisecond))
	}
	real.Grows(t, "files", used[10_000], used[100_000], 12)
}

// TestLimitPlanFilesMemory limits the peak memory to 2 KiB for each file,
// beyond the text of the catalog and the values.
func TestLimitPlanFilesMemory(t *testing.T) {
	real.Full(t)
	if !real.Memory(t) {
		return
	}
	const n = 20_000
	catalog, values := inSync(t, n), 0
	each := int(raltest.Peak(func() { values = planCatalog(t, catalog, n) }))/n - len(catalog)/n
	t.Logf("at its height %d bytes of memory a file beyond the text of the catalog, of which %d are the values", each, values)
	if each-values > 2048 {
		t.Errorf("%d bytes a file beyond the values, more than 2 KiB", each-values)
	}
}
