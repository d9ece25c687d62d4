package compare

import (
	"strings"
	"testing"

	"ralsh/model/snapshot"
	"ralsh/ral/value"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/remote"
)

// TestCompareLines holds that texts of several lines are compared line by line, and no line
// feed is printed as an escape.
func TestCompareLines(t *testing.T) {
	change := snapshot.Change{Sign: snapshot.Differs, Property: "value", A: value.Str("one\ntwo"), B: value.Str("one\nthree\nfour")}
	const lines = "    @@ lines 2-3 of 3\n      one\n    - two\n    + three\n    + four\n"
	for _, c := range []struct {
		row  snapshot.Row
		want string
	}{
		{snapshot.Row{Sign: snapshot.Differs, Title: "notes", Changes: []snapshot.Change{change}}, "  ~ notes: 2 lines | 3 lines\n" + lines},
		{snapshot.Row{Sign: snapshot.Differs, Type: "thing", Title: "a", Place: "user bob", Changes: []snapshot.Change{change, {Sign: snapshot.Differs, Property: "b", A: value.Int(1), B: value.Int(2)}}}, "  ~ a (user bob)\n      ~ value: 2 lines | 3 lines\n" + lines + "      ~ b: 1 | 2\n"},
		{snapshot.Row{Sign: snapshot.OnlyB, Title: "notes", Changes: []snapshot.Change{{Sign: snapshot.OnlyB, Property: "value", B: value.Str("one\ntwo")}}}, "  + notes: 2 lines\n    @@ "},
	} {
		var out strings.Builder
		compareCommand{remote.Caller{App: &command.App{Printer: output.Printer{Streams: output.Streams{Out: &out}, Color: "never"}}}}.row(&c.row, "")
		if !strings.HasPrefix(out.String(), c.want) {
			t.Errorf("%s: it prints\n%s", c.row.Title, out.String())
		}
	}
}
