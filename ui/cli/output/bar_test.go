package output

import (
	"bytes"
	"strings"
	"testing"
)

// The bar is drawn over itself on a terminal, and nowhere else.
func TestBar(t *testing.T) {
	for _, terminal := range []bool{true, false} {
		var out bytes.Buffer
		a := &Printer{Streams: Streams{Err: &out, ErrTerminal: terminal}}
		b := NewBar(a, "files")
		b.Wait("puppet:8140 is asked for its pluginfacts, which takes a while")
		b.Show(0, 0)
		b.Show(0, 4)
		b.Show(2, 4)
		b.Clear()
		b.Clear()
		want := ""
		if terminal {
			want = "\rpuppet:8140 is asked for its pluginfacts, which takes a while ...\r[" + strings.Repeat(".", 30) + "] 0 of 4 files" + strings.Repeat(" ", 20) + "\r[" + strings.Repeat("#", 15) + strings.Repeat(".", 15) + "] 2 of 4 files\r" + strings.Repeat(" ", 45) + "\r"
		}
		if got := out.String(); got != want {
			t.Errorf("terminal %v: %q, want %q", terminal, got, want)
		}
	}
}
