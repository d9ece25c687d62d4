package model_test

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"ralsh/model"
	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/manifest"
)

// inSync makes n files below one folder and the compiled catalog that declares
// them just as they are.
func inSync(tb testing.TB, n int) []byte {
	tb.Helper()
	dir := tb.TempDir()
	doc := []byte(`{"catalog_format":2,"version":1,"environment":"production","classes":[],"tags":[],"resources":[`)
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

func planCatalog(tb testing.TB, catalog []byte, n int) {
	tb.Helper()
	reg := ral.NewRegistry()
	providers.Register(reg)
	s := model.On(tb.Context(), reg, host.Machine())
	in, err := manifest.Read("catalog.json", catalog)
	if err != nil {
		tb.Fatal(err)
	}
	plan, err := s.Plan(tb.Context(), in.Decls()...)
	if err != nil {
		tb.Fatal(err)
	}
	if len(plan.Steps) != n || plan.ChangeCount() != 0 {
		tb.Fatalf("%d steps, %d changes; want %d in sync", len(plan.Steps), plan.ChangeCount(), n)
	}
}

// BenchmarkPlanFiles reads a compiled catalog of files that are in sync and
// plans it on this machine.
func BenchmarkPlanFiles(b *testing.B) {
	for _, n := range []int{1_000, 10_000, 100_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			catalog := inSync(b, n)
			b.ReportAllocs()
			for b.Loop() {
				planCatalog(b, catalog, n)
			}
		})
	}
}
