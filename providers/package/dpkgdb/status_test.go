package dpkgdb

import (
	"strings"
	"testing"
)

func FuzzScanStatus(f *testing.F) {
	f.Add("Package: a\nStatus: install ok installed\nVersion: 1\n\nPackage: b\nStatus: deinstall ok config-files\nVersion: 2-1\nProvides: c, d (= 1)\n")
	f.Add("Package: a\n\n\nPackage")
	f.Add("Provides: ,,\nPackage: x\r\nStatus: \n Version: 1")
	f.Fuzz(func(t *testing.T, text string) {
		lines := strings.Count(text, "\n") + 1
		last := 0
		scanStatus("x", text, func(e Entry) {
			if e.name == "" || e.line <= last || e.line > lines {
				t.Fatalf("%+v after line %d of %d", e, last, lines)
			}
			last = e.line
			e.offers("x")
			if len(e.abbrev()) < 2 {
				t.Fatalf("status %q is %q", e.status, e.abbrev())
			}
		})
	})
}
