package kittest

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/charmbracelet/x/ansi"

	"ralsh/ui/tui/theme"
)

// cell is a drawn character.
type cell struct {
	text       string
	background string // parameters of SGR; "" for none
	underline  bool
}

// cells returns the characters of a line with their styles.
func cells(line string) []cell {
	var list []cell
	var style cell
	for state := byte(0); line != ""; {
		seq, width, n, next := ansi.DecodeSequence(line, state, nil)
		line, state = line[n:], next
		if sgr, ok := strings.CutPrefix(seq, "\x1b["); ok {
			style.apply(strings.Split(strings.TrimSuffix(sgr, "m"), ";"))
		} else if width > 0 {
			list = append(list, cell{seq, style.background, style.underline})
		}
	}
	return list
}

// apply applies the parameters of an SGR sequence.
func (c *cell) apply(params []string) {
	for i := 0; i < len(params); i++ {
		switch p := params[i]; {
		case p == "" || p == "0":
			*c = cell{}
		case p == "4" || strings.HasPrefix(p, "4:"):
			c.underline = p != "4:0"
		case p == "24":
			c.underline = false
		case p == "49":
			c.background = ""
		case p == "38" || p == "48" || p == "58":
			length := map[string]int{"2": 4, "5": 2}[params[i+1]]
			if p == "48" {
				c.background = strings.Join(params[i:i+1+length], ";")
			}
			i += length
		}
	}
}

// rowTints returns the backgrounds of a row with the cursor: in the focused
// pane and in other panes.
var rowTints = sync.OnceValue(func() []string {
	t := DrawnModes()["true"].Theme
	var list []string
	for _, row := range []theme.Row{theme.Selected, theme.Blurred} {
		list = append(list, cells(t.Ink(theme.Text, row).Open + "x")[0].background)
	}
	return list
})

// edges returns where a style of a line leaves its pane: the background of a row begins
// at its bar and ends before the border, and no border has a background or an underline.
func edges(line string) string {
	list := cells(line)
	for i, c := range list {
		border := strings.Contains("╭╮╰╯┏┓┗┛┃", c.text) || c.text == "│" && i+1 < len(list) && list[i+1].text == "│" || c.text == "│" && i == len(list)-1
		if border && (c.background != "" || c.underline) {
			return fmt.Sprintf("a style on the border %s in column %d", c.text, i)
		}
		if !slices.Contains(rowTints(), c.background) {
			continue
		}
		bar := i
		for bar > 0 && list[bar-1].background != "" {
			bar--
		}
		if !strings.Contains("▌▏", list[bar].text) {
			return fmt.Sprintf("the background of a row in column %d, outside of a row", i)
		}
		if next := i + 1; next < len(list) && list[next].background == "" && !strings.Contains("│┃", list[next].text) {
			return fmt.Sprintf("the background of a row ends in column %d, before the border", i)
		}
	}
	return ""
}
