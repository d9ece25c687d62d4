package journal_test

import (
	"fmt"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/journal"
)

// silent is a disk that discards everything.
type silent struct{}

func (silent) Append(string, []byte, bool) error { return nil }
func (silent) WriteAtomic(string, []byte) error  { return nil }
func (silent) Remove(string) error               { return nil }
func (silent) Reserve(string, int64) error       { return nil }
func (silent) Release(string, int64) error       { return nil }

// BenchmarkRun changes 100 resources, with a journal on the disk and with a
// discarded one, to measure the cost of the disk.
func BenchmarkRun(b *testing.B) {
	for name, to := range map[string]func(*ownfiles.State) journal.Disk{
		"kept":     func(s *ownfiles.State) journal.Disk { return s },
		"not kept": func(*ownfiles.State) journal.Disk { return silent{} },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				w, err := newWorld(b.TempDir())
				if err != nil {
					b.Fatal(err)
				}
				var decls []ral.Decl
				for i := range 100 {
					decls = append(decls, thing(fmt.Sprint("t", i), "color", "blue"))
				}
				if _, err := w.apply(b.Context(), to(w.state), decls...); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
