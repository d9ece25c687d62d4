package kit

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ui/tui/frame"
)

// The text that is selected on the screen is the same command.
func TestCommandRows(t *testing.T) {
	for _, c := range []struct {
		line  string
		width int
		want  []string
	}{
		{"ralsh types", 40, []string{"    $ ralsh types"}},
		{
			`ralsh resource user deploy 'comment=it'\''s me' shell=/bin/sh`, 36,
			[]string{`    $ ralsh resource user deploy \`, `      'comment=it'\''s me' \`, `      shell=/bin/sh`},
		},
		{
			`ralsh resource file /etc/motd $'content=it\'s one\ntwo' mode=0644`, 37,
			[]string{`    $ ralsh resource file /etc/motd \`, `      $'content=it\'s one\ntwo' \`, `      mode=0644`},
		},
		// The comment after a command is never continued with a backslash.
		{"ralsh resource user deploy shell=/bin/sh  # omitted: password, secret of token", 36, []string{
			`    $ ralsh resource user deploy \`, "      shell=/bin/sh", "      # omitted: password, secret of", "      # token",
		}},
		{"ralsh types  # omitted: a", 80, []string{"    $ ralsh types", "      # omitted: a"}},
		{"ralsh resource user x 'comment=a # b' 'c=#'", 80, []string{"    $ ralsh resource user x 'comment=a # b' 'c=#'"}},
		// A word that is wider than the screen is shown completely, over
		// several lines.
		{"ralsh " + strings.Repeat("x", 40) + " y", 30, []string{
			`    $ ralsh \`, "      " + strings.Repeat("x", 22), "      " + strings.Repeat("x", 18) + " y",
		}},
	} {
		var got []string
		for _, line := range commandRows(c.line, c.width) {
			row, ok := line.(frame.Row)
			if !ok {
				t.Fatalf("%T", line)
			}
			got = append(got, strings.Repeat(" ", frame.Margin)+string(row.Cells[0].Text))
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%s: %s", c.line, d)
		}
	}
}
