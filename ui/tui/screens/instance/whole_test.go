package instance

import (
	"fmt"
	"strings"
	"testing"

	"ralsh/ral/value"
	"ralsh/ui/safe"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// z shows a long value over the whole width, and the cursor can reach each of
// its rows.
func TestWholeValue(t *testing.T) {
	t.Parallel()
	sh, draft, fake := kittest.Deploy(t)
	var text strings.Builder
	for i := range 20_000 {
		fmt.Fprintf(&text, "%09d,", i)
	}
	fake.Put("/people/deploy", "ensure=present\nuid=1000\ncomment="+text.String()+"\n", 0o644)
	s := New(sh, draft.Type, kit.ToInstance(draft.Type, "deploy", nil))
	st := kittest.NewStage(t, sh, s)
	st.Until(nil)
	st.W, st.H = 80, 24
	st.Text()
	for s.page.ID() != "comment" {
		st.Keys("j")
	}
	st.Keys("z")
	st.Text()
	for i := range 40 {
		before := s.page.At
		st.Keys("j")
		if st.Text(); s.page.At != before+1 {
			t.Fatalf("row %d: j goes from line %d to %d", i, before, s.page.At)
		}
	}
	st.Sees("000000295,")
	if a := s.attribute(); a == nil || a.Name != "comment" {
		t.Errorf("the cursor is on %v", a)
	}
	if got := value.Str(s.value()).Raw(); got != text.String() {
		t.Errorf("y offers %d bytes of %d", len(got), text.Len())
	}
	st.Keys("z")
	st.Text()
	if got := s.page.ID(); got != "comment" {
		t.Errorf("without the zoom the cursor is on %q", got)
	}
}

// A text is broken without loss, and omitted rows are counted.
func TestBroken(t *testing.T) {
	for _, text := range []safe.Text{"", "abc", safe.Text(strings.Repeat("0123456789", 50)), safe.Text(strings.Repeat("日本語", 50))} {
		rows, rest := broken(text, 20, 1000)
		if got := safe.Join(rows, ""); got != text || rest != 0 {
			t.Errorf("%q became %q and %d", text, got, rest)
		}
		for _, row := range rows {
			if row.Width() > 20 {
				t.Errorf("%q is wider than 20", row)
			}
		}
	}
	if rows, rest := broken(safe.Text(strings.Repeat("x", 400)), 20, 10); len(rows) != 10 || rest == 0 {
		t.Errorf("%d rows, %d more", len(rows), rest)
	}
}

// A list is broken between its elements, down to the end.
func TestBrokenBetweenElements(t *testing.T) {
	var list strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&list, "element-%d, ", i)
	}
	rows, _ := broken(safe.Clean(list.String()), 60, 1000)
	for i, row := range rows {
		if !strings.HasSuffix(string(row), ", ") || row.Width() > 60 || row.Width() < 60-len("element-999, ")-1 && i < len(rows)-1 {
			t.Fatalf("row %d is %q", i, row)
		}
	}
	if got := safe.Join(rows, ""); string(got) != list.String() {
		t.Error("something is lost")
	}
}
