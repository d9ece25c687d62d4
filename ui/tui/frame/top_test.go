package frame_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
)

// On line 1 a directory is shortened before anything is omitted.
func TestTopShortensTheDirectory(t *testing.T) {
	long := safe.Text("/var/cache/" + strings.Repeat("a-long-name/", 6) + "root")
	for _, c := range []struct {
		width  int
		name   safe.Text
		crumbs []safe.Text
		last   safe.Text
		want   string
	}{
		{120, "below", []safe.Text{"user", "alice", "edit"}, "basket 0 of 1", " ralsh   user › alice › edit  below  /var/cache/a-long-name/a-long-nam…name/a-long-name/a-long-name/root  basket 0 of 1"},
		{80, "below", []safe.Text{"basket"}, "", " ralsh   basket          below  /var/cache/a-long-name/…g-name/a-long-name/root"},
		{60, "below", []safe.Text{"user", "alice", "edit"}, "basket 0 of 1", " user › alice › edit  below  /var/ca…me/root  basket 0 of 1"},
		{60, "demo", []safe.Text{"types"}, "applying 1 of 1", " types           demo  /var/cach…name/root  applying 1 of 1"},
		{40, "below", []safe.Text{"user", "alice", "edit"}, "basket 0 of 1", " user › alice › edit   below  /var/…root"},
	} {
		right := []frame.Span{{Text: c.name, Joined: c.name == "below"}, {Text: long, MinWidth: 10}}
		if c.last != "" {
			right = append(right, frame.Span{Text: c.last})
		}
		f := frame.Draw(frame.Mode{}, c.width, 24, frame.Content{Top: frame.Top{Crumbs: c.crumbs, Right: right}})
		if got := ansi.Strip(f.Lines[0]); got != c.want {
			t.Errorf("%d cells: %q, want %q", c.width, got, c.want)
		}
	}
}

// The user is shown on line 1 until only the current screen is left next to it.
func TestTopKeepsTheUser(t *testing.T) {
	for _, c := range []struct {
		width int
		want  string
	}{
		{100, " ralsh   types › host › db1 › edit › apply › result                     demo  /tmp/ralsh-demo  root"},
		{80, " ralsh   types › host › db1 › edit › apply › result  demo  /tmp/ra…h-demo  root"},
		{50, " … › edit › apply › result   demo  /tmp…demo  root"},
		{40, " … › result        demo  /tmp…demo  root"},
		{34, "… > db1 > edit > apply > result"},
	} {
		f := frame.Draw(frame.Mode{}, c.width, 24, frame.Content{Top: frame.Top{
			Crumbs: []safe.Text{"types", "host", "db1", "edit", "apply", "result"},
			Right:  []frame.Span{{Text: "demo"}, {Text: "/tmp/ralsh-demo", MinWidth: 9}, {Text: "root", Spare: true}},
		}})
		if got := ansi.Strip(f.Lines[0]); got != c.want {
			t.Errorf("%d cells: %q, want %q", c.width, got, c.want)
		}
	}
}
