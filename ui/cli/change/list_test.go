package change

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
)

// A provider that fails after it has listed something has listed a part, and no less than
// before is its failure that of the command.
func TestListedPart(t *testing.T) {
	failed := errors.New("it hangs")
	for want, c := range map[string]struct {
		count int
		err   error
		fails bool
	}{
		"ralsh: p listed only part of its instances: it hangs\n":      {7, failed, true},
		"ralsh: p cannot list its instances: it hangs\n":              {0, failed, true},
		"ralsh: p listed only part of its instances: line 2 is odd\n": {0, &ral.DamageError{Lines: []string{"line 2 is odd"}}, false},
	} {
		var said bytes.Buffer
		a := resourceCommand{&runner{App: command.New(command.Env{}, output.Streams{Err: &said})}}
		text := c.err.Error()
		end := listedItem{Name: "p", Count: c.count, Error: &text, malformed: ral.IsDamage(c.err), partly: ral.ListedPart(c.count, c.err)}
		if err := a.listErrors([]listedItem{end}, c.fails, resourceFlags{}); said.String() != want || (err != nil) != c.fails {
			t.Errorf("%q, %v, want %q", said.String(), err, want)
		}
	}
}

// TestListErrors holds that errors of a provider are printed in one line, without an escape.
func TestListErrors(t *testing.T) {
	text := "cannot read /a\ncannot read /b"
	for _, malformed := range []bool{false, true} {
		var errs strings.Builder
		_ = resourceCommand{&runner{App: command.New(command.Env{}, output.Streams{Err: &errs})}}.listErrors([]listedItem{{Name: "parsed", Error: &text, malformed: malformed}}, false, resourceFlags{})
		if !strings.Contains(errs.String(), ": cannot read /a; cannot read /b") {
			t.Error(errs.String())
		}
	}
}
