package kit

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/model/export"
	"ralsh/ral"
	"ralsh/ui/safe"
	"ralsh/ui/tui/frame"
	"ralsh/ui/words"
)

// NewCommandMenu returns a menu that shows the command with the same effect and
// can copy it.
func NewCommandMenu(sh *Shared, line string) *Menu {
	m := NewMenu(sh, "command", "equivalent command", nil, "ralsh does not run the command",
		Option{"copy", "to the terminal's clipboard", func() tea.Cmd { return SendCopy(line, "the command") }},
		Option{"back", "", func() tea.Cmd { return Pop(1) }},
	)
	m.command = line
	return m
}

// ShowsCommand returns a Do that shows such a command.
func ShowsCommand(sh *Shared, line func() string) func() tea.Cmd {
	return func() tea.Cmd { return ShowMenu(NewCommandMenu(sh, line())) }
}

// SendCopy copies a text and closes the menu.
func SendCopy(text, what string) tea.Cmd {
	return tea.Sequence(Pop(1), func() tea.Msg { return CopyMsg{Text: text, What: what} })
}

// NewCopyMenu offers to copy parts of a row: its value, its name and, if there
// is an instance, the resource as code.
func NewCopyMenu(sh *Shared, name string, found *ral.Instance, value string) *Menu {
	if found == nil {
		return NewCopyMenuOf(sh, name, value, nil)
	}
	return NewCopyMenuOf(sh, name, value, func(as export.Format) (string, error) { return export.Copy(found, as) })
}

// NewCopyMenuOf is NewCopyMenu for anything that write can format as code. If
// write is nil, code is not offered.
func NewCopyMenuOf(sh *Shared, name, value string, write func(export.Format) (string, error)) *Menu {
	var options []Option
	if value != "" {
		options = append(options, Option{"value", safe.Clean(words.FirstLine(value)), func() tea.Cmd { return SendCopy(value, "the value") }})
	}
	options = append(options, Option{"name", safe.Clean(name), func() tea.Cmd { return SendCopy(name, "the name") }})
	if write != nil {
		for _, as := range []struct {
			format export.Format
			name   safe.Text
			what   safe.Text
		}{
			{export.Puppet, "Puppet code", "for a manifest, without secrets"},
			{export.YAML, "YAML", "for Hiera data, without secrets"},
			{export.JSON, "JSON", "for ralsh apply, without secrets"},
		} {
			options = append(options, Option{as.name, as.what, func() tea.Cmd {
				text, err := write(as.format)
				if err != nil {
					return SayError(safe.Clean("cannot copy: " + err.Error()))
				}
				return SendCopy(text, string(as.format))
			}})
		}
	}
	return NewMenu(sh, "copy", "copy "+safe.Clean(name), nil, "", options...)
}

// commandRows breaks a command into lines that a shell reads as a single
// command: each line but the last ends with a backslash. A word that is wider
// than the screen is broken over several lines to be readable; copying does not
// break it.
func commandRows(line string, width int) []frame.Line {
	const mark safe.Text = "$ "
	var rows []frame.Line
	for i, part := range commandParts(line, width-frame.Margin-len(mark)) {
		rows = append(rows, commandRow(mark, part, i == 0))
	}
	return rows
}

// commandParts returns these lines without a mark before them. A comment at the
// end is put on separate lines that each begin with #, because a backslash has
// no effect in a comment.
func commandParts(line string, width int) []safe.Text {
	all := shellWords(line)
	command, comment := all, []string(nil)
	if i := slices.Index(all, "#"); i >= 0 {
		command, comment = all[:i], all[i+1:]
	}
	rows := wordRows(slices.DeleteFunc(slices.Clone(command), func(word string) bool { return word == "" }), width)
	if len(comment) == 0 {
		return rows
	}
	for _, part := range Wrap(safe.Clean(strings.Join(comment, " ")), width-len("# ")) {
		rows = append(rows, "# "+part)
	}
	return rows
}

// wordRows joins the words of a command to lines that end with a backslash,
// except the last.
func wordRows(words []string, width int) []safe.Text {
	const on safe.Text = ` \`
	room := width - len(on)
	var rows []safe.Text
	var row safe.Text
	for _, word := range words {
		text := safe.Clean(word)
		switch {
		case row == "":
			row = text
		case row.Width()+1+text.Width() <= room:
			row += " " + text
		default:
			rows = append(rows, row+on)
			row = text
		}
		for row.Width() > room {
			head := row.Cut(max(1, room), "")
			if head == "" {
				break
			}
			head = joint(head)
			rows = append(rows, head)
			row = row[len(head):]
		}
	}
	return append(rows, row)
}

func commandRow(mark, text safe.Text, first bool) frame.Line {
	if !first {
		mark = safe.Blank(len(mark))
	}
	return frame.Text(mark + text)
}

// shellWords splits a command line at blanks outside of quotes, which reverses
// host.ShellJoin.
func shellWords(line string) []string {
	var words []string
	from, quoted, dollar := 0, false, false
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\' && (!quoted || dollar):
			i++
		case c == '\'':
			quoted, dollar = !quoted, !quoted && i > 0 && line[i-1] == '$'
		case c == ' ' && !quoted:
			words, from = append(words, line[from:i]), i+1
		}
	}
	return append(words, line[min(from, len(line)):])
}

// CommandLine returns the command with the same effect as the declarations. It
// begins with sudo if the user is not root. Secrets are omitted and listed in a
// comment.
func CommandLine(session *model.Session, decls ...ral.Decl) string {
	lines := make([]string, len(decls))
	var left []string
	for i, d := range decls {
		line, secrets := session.Command(d)
		if !session.User.IsRoot() {
			line = "sudo " + line
		}
		lines[i], left = line, append(left, secrets...)
	}
	text := strings.Join(lines, " && ")
	if len(left) > 0 {
		text += "  # omitted: " + strings.Join(left, ", ")
	}
	return text
}
