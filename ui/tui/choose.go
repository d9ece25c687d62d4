package tui

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/keys"
)

// option is one thing to choose: a word, what it means, and what it does.
type option struct {
	name, what safe.Text
	do         func() tea.Cmd
}

// choose is a small screen with a question and a few answers.
type choose struct {
	basic
	sh      *shared
	name    safe.Text
	title   safe.Text
	before  []safe.Text // what is to be known before one answers
	command string      // or a command that is to be seen
	options []option
	message safe.Text
	sheet   sheet
}

func newChoose(sh *shared, name, title safe.Text, before []safe.Text, message safe.Text, options ...option) *choose {
	c := &choose{sh: sh, name: name, title: title, before: before, options: options, message: message}
	var lines []sheetLine
	for i, o := range options {
		row := frame.Row{Cells: []frame.Cell{{At: frame.Slot{Col: frame.Margin, Width: 18}, Text: o.name}, {At: frame.At(25), Text: o.what}}}
		lines = append(lines, sheetLine{id: strconv.Itoa(i + 1), line: row})
	}
	c.sheet.set(lines)
	return c
}

func (c *choose) crumb() safe.Text  { return c.name }
func (c *choose) where() keys.Where { return keys.OnMenu }

func (c *choose) disabled(in keys.Intent) string {
	switch in {
	case keys.Zoom, keys.PaneNarrower, keys.PaneWider, keys.Why, keys.ShowCommand:
		return missing(in)
	}
	return ""
}

func (c *choose) do(in keys.Intent) (tea.Cmd, bool) {
	switch in {
	case keys.Open:
		if i, err := strconv.Atoi(c.sheet.id()); err == nil {
			return c.options[i-1].do(), true
		}
	case keys.NextPane:
		c.sheet.round(1)
		return nil, true
	case keys.PreviousPane:
		c.sheet.round(-1)
		return nil, true
	case keys.Copy:
		return c.options[0].do(), true
	}
	return nil, c.sheet.do(in)
}

func (c *choose) view(width, height int) frame.Content {
	rooms := frame.Arrange(width, height, frame.Foot{})
	lines := []frame.Line{frame.Title(c.title, "", true)}
	for _, t := range c.before {
		lines = append(lines, rowsOf(t, width, 4)...)
	}
	if c.command != "" {
		lines = append(lines, commandRows(c.command, width)...)
	}
	// What is chosen from is always seen.
	lines = lines[:max(1, min(len(lines), rooms.Body-len(c.options)-1))]
	if len(lines) > 1 {
		lines = append(lines, nil)
	}
	lines = append(lines, c.sheet.window(rooms.Body-len(lines), true)...)
	return frame.Content{
		Body:    []frame.Block{{Left: lines}},
		Message: frame.Message{Text: c.message},
		Keys:    keyed(c.sh, "open does it|move-down/move-up choose|back back"),
	}
}

// leave asks before what was typed is lost.
type leave struct{ *choose }

func newLeave(sh *shared, said safe.Text, lost []string) *leave {
	var before []safe.Text
	for i, name := range lost {
		if i == 5 {
			before = append(before, "and more")
			break
		}
		before = append(before, safe.Clean(name))
	}
	return &leave{newChoose(sh, "quit", said+" would be lost", before, "nothing of it was applied",
		option{"stay", "keep what was typed", func() tea.Cmd { return pop(1) }},
		option{"leave", "and lose it", func() tea.Cmd { return tea.Quit }},
	)}
}
