package file

import (
	"fmt"
	"strings"
	"testing"

	"ralsh/ral/host/fakehost"
)

// In searches by line and by table, the first line of a name or number counts,
// and a line without a number is no account.
func TestAccountsByLineAndByTable(t *testing.T) {
	var text strings.Builder
	text.WriteString("root:x:0:0\ntoor:x:0:0\nroot:x:5:5\nbroken\nempty::\n:x:7:7\nwords:x:seven:7\nlast:x:8")
	for i := range 200 {
		fmt.Fprintf(&text, "\nu%d:x:%d:1::/:/bin/sh", i, 1000+i)
	}
	f := fakehost.New(map[string]string{"/etc/passwd": text.String()}).Reader()
	ctx := t.Context()
	for _, before := range []int{0, fewAccounts, 2 * fewAccounts} {
		a := &accounts{kind: "user", file: "/etc/passwd"}
		for i := range before {
			if got := a.name(ctx, f, 1000+i); got != fmt.Sprintf("u%d", i) {
				t.Fatalf("number %d is %q", 1000+i, got)
			}
		}
		table, err := a.table(ctx, f)
		if err != nil {
			t.Fatal(err)
		}
		if whole := before > fewAccounts; table.whole != whole {
			t.Errorf("after %d accounts, tables of all: %t", before, table.whole)
		}
		for name, want := range map[string]int{"root": 0, "toor": 0, "last": 8, "u199": 1199} {
			if id, err := a.id(ctx, f, name); err != nil || id != want {
				t.Errorf("%s after %d is %d, %v; want %d", name, before, id, err, want)
			}
		}
		for _, name := range []string{"broken", "empty", "words", "nobody", ""} {
			if id, err := a.id(ctx, f, name); err == nil {
				t.Errorf("%q after %d is %d", name, before, id)
			}
		}
		for id, want := range map[int]string{0: "root", 5: "root", 7: "", 8: "last", 1198: "u198", 9999: ""} {
			if got := a.name(ctx, f, id); got != want {
				t.Errorf("%d after %d is %q, want %q", id, before, got, want)
			}
		}
	}
}
