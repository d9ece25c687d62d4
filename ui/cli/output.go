package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/goccy/go-yaml"

	"ralsh/model/config"
	"ralsh/ui/safe"
	"ralsh/ui/tui/theme"
)

// schema is the version of the JSON documents.
const schema = 1

// printer prints to the streams of the process, in the format and colours of the command line.
type printer struct {
	Streams
	output     string // the format of -o
	color      whenColour
	configured config.Theme
	colours    *theme.Theme // of the configuration; nil until it is used
	log        io.Closer    // file of --logdest
}

// document prints v as JSON or YAML.
func (a *printer) document(v any) error {
	out, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	if a.output == "yaml" {
		if out, err = yaml.JSONToYAML(out); err != nil {
			return err
		}
	}
	_, err = a.Out.Write(append(safe.JSON(bytes.TrimRight(out, "\n")), '\n'))
	return err
}

// print prints a line. It cleans arguments of the type string; arguments of the
// type painted are clean.
func (a *printer) print(format string, args ...any) {
	for i, arg := range args {
		if s, ok := arg.(string); ok {
			args[i] = string(safe.Clean(s))
		}
	}
	line := fmt.Sprintf(format, args...)
	if a.theme(a.Out) != nil {
		line = a.signed(format, line)
	}
	fmt.Fprintln(a.Out, line)
}

// linesOf returns the lines that show prints, without colours.
func linesOf(show func(*runner)) (lines []string) {
	var out bytes.Buffer
	plain := New(Env{}, Streams{Out: &out})
	plain.color = "never"
	show(&runner{App: plain})
	for line := range strings.Lines(out.String()) {
		lines = append(lines, strings.TrimSuffix(line, "\n"))
	}
	return lines
}

// table prints rows in aligned columns; the last column is not padded.
func (a *printer) table(head []string, rows [][]string) {
	a.tableOf(head, rows, func(int, string) theme.Token { return theme.Text })
}

// tableOf is table with a token for each cell, by its row and column head.
func (a *printer) tableOf(head []string, rows [][]string, token func(row int, head string) theme.Token) {
	width := make([]int, len(head))
	for _, row := range append([][]string{head}, rows...) {
		for i, cell := range row {
			width[i] = max(width[i], safe.Clean(cell).Width())
		}
	}
	t := a.theme(a.Out)
	buf := tableRow(nil, t, head, width, func(int) theme.Token { return theme.Muted })
	for i, row := range rows {
		buf = tableRow(buf, t, row, width, func(col int) theme.Token { return token(i, head[col]) })
		if len(buf) > enough {
			_, _ = a.Out.Write(buf)
			buf = buf[:0]
		}
	}
	_, _ = a.Out.Write(buf)
}

// tableRow appends a row and its line feed.
func tableRow(buf []byte, t *theme.Theme, cells []string, width []int, token func(col int) theme.Token) []byte {
	last := len(cells) - 1
	for last > 0 && cells[last] == "" {
		last--
	}
	start := len(buf)
	for i, cell := range cells[:last+1] {
		clean := safe.Clean(cell)
		buf = append(buf, paint(t, token(i), string(clean))...)
		if i < last {
			for range width[i] + 2 - clean.Width() {
				buf = append(buf, ' ')
			}
		}
	}
	for len(buf) > start && buf[len(buf)-1] == ' ' {
		buf = buf[:len(buf)-1]
	}
	return append(buf, '\n')
}

// code prints text that programs read: unchanged to a pipe, cleaned line by line
// to a terminal.
func (a *printer) code(text string) {
	if !a.OutTerminal {
		fmt.Fprint(a.Out, text)
		return
	}
	for _, line := range safe.Lines(strings.TrimSuffix(text, "\n")) {
		fmt.Fprintln(a.Out, line)
	}
}

// puppetCode is code for declarations, with types in colour.
func (a *printer) puppetCode(text string) {
	t := a.theme(a.Out)
	if t == nil {
		a.code(text)
		return
	}
	for _, line := range safe.Lines(strings.TrimSuffix(text, "\n")) {
		fmt.Fprintln(a.Out, codeLine(t, string(line)))
	}
}

// codeBytes is puppetCode for bytes, without a copy if they go to a pipe.
func (a *printer) codeBytes(text []byte) {
	if a.OutTerminal || a.theme(a.Out) != nil {
		a.puppetCode(string(text))
		return
	}
	_, _ = a.Out.Write(text)
}

// say prints a message to standard error on a single line. It escapes line
// feeds, which are part of a foreign name.
func (a *printer) say(format string, args ...any) {
	fmt.Fprintf(a.Err, "ralsh: %s\n", safe.Clean(fmt.Sprintf(format, args...)))
}

// sayError prints an error to standard error; joined errors take a line each.
func (a *printer) sayError(err error) {
	for _, e := range each(err) {
		a.say("%s", e)
	}
}

// capture returns the code that a function prints.
func (a *printer) capture(do func() error) (string, error) {
	out, terminal, color := a.Out, a.OutTerminal, a.color
	defer func() { a.Out, a.OutTerminal, a.color = out, terminal, color }()
	var text bytes.Buffer
	a.Out, a.OutTerminal, a.color = &text, false, "never"
	err := do()
	return text.String(), err
}

// paragraph prints wrapped text with an indentation.
func (a *printer) paragraph(text, indent string) {
	for _, line := range wrap(text, 76-len(indent)) {
		if line == "" {
			a.print("")
			continue
		}
		a.print("%s%s", indent, line)
	}
}

// section prints a blank line and a title.
func (a *printer) section(title string) {
	a.print("")
	a.print("%s", a.paint(theme.Strong, title))
}

// logTo prints messages to a file instead of standard error.
func (a *printer) logTo(file io.WriteCloser) {
	a.closeLog()
	a.Err, a.log = file, file
}

// closeLog closes the file of logTo.
func (a *printer) closeLog() {
	if a.log != nil {
		_ = a.log.Close()
	}
}

// configure sets the colours.
func (a *printer) configure(colours config.Theme) { a.configured, a.colours = colours, nil }
