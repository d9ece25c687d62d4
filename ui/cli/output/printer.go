package output

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

// Schema is the version of the JSON documents.
const Schema = 1

// Streams are the streams of the process, and the environment that describes them.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Getenv   func(string) string
	// Terminal reports whether input and output are a terminal.
	Terminal bool
	// InTerminal reports whether standard input is a terminal.
	InTerminal bool
	// OutTerminal reports whether standard output is a terminal.
	OutTerminal bool
	// ErrTerminal reports whether standard error is a terminal.
	ErrTerminal bool
}

// Printer prints to the streams of the process, in the format and colours of the command line.
type Printer struct {
	Streams
	Format     string // the format of -o
	Color      When
	configured config.Theme
	colours    *theme.Theme // of the configuration; nil until it is used
	log        io.Closer    // file of --logdest
}

// Document prints v as JSON or YAML.
func (p *Printer) Document(v any) error {
	out, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		return err
	}
	if p.Format == "yaml" {
		if out, err = yaml.JSONToYAML(out); err != nil {
			return err
		}
	}
	_, err = p.Out.Write(append(safe.JSON(bytes.TrimRight(out, "\n")), '\n'))
	return err
}

// Print prints a line. It cleans arguments of the type string; arguments of the
// type Painted are clean.
func (p *Printer) Print(format string, args ...any) {
	for i, arg := range args {
		if s, ok := arg.(string); ok {
			args[i] = string(safe.Clean(s))
		}
	}
	line := fmt.Sprintf(format, args...)
	if p.Theme(p.Out) != nil {
		line = p.signed(format, line)
	}
	fmt.Fprintln(p.Out, line)
}

// Table prints rows in aligned columns; the last column is not padded.
func (p *Printer) Table(head []string, rows [][]string) {
	p.TableOf(head, rows, func(int, string) theme.Token { return theme.Text })
}

// TableOf is table with a token for each cell, by its row and column head.
func (p *Printer) TableOf(head []string, rows [][]string, token func(row int, head string) theme.Token) {
	width := make([]int, len(head))
	for _, row := range append([][]string{head}, rows...) {
		for i, cell := range row {
			width[i] = max(width[i], safe.Clean(cell).Width())
		}
	}
	t := p.Theme(p.Out)
	buf := tableRow(nil, t, head, width, func(int) theme.Token { return theme.Muted })
	for i, row := range rows {
		buf = tableRow(buf, t, row, width, func(col int) theme.Token { return token(i, head[col]) })
		if len(buf) > FlushSize {
			_, _ = p.Out.Write(buf)
			buf = buf[:0]
		}
	}
	_, _ = p.Out.Write(buf)
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
		buf = append(buf, Paint(t, token(i), string(clean))...)
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

// Code prints text that programs read: unchanged to a pipe, cleaned line by line
// to a terminal.
func (p *Printer) Code(text string) {
	if !p.OutTerminal {
		fmt.Fprint(p.Out, text)
		return
	}
	for _, line := range safe.Lines(strings.TrimSuffix(text, "\n")) {
		fmt.Fprintln(p.Out, line)
	}
}

// PuppetCode is code for declarations, with types in colour.
func (p *Printer) PuppetCode(text string) {
	t := p.Theme(p.Out)
	if t == nil {
		p.Code(text)
		return
	}
	for _, line := range safe.Lines(strings.TrimSuffix(text, "\n")) {
		fmt.Fprintln(p.Out, codeLine(t, string(line)))
	}
}

// CodeBytes is PuppetCode for bytes, without a copy if they go to a pipe.
func (p *Printer) CodeBytes(text []byte) {
	if p.OutTerminal || p.Theme(p.Out) != nil {
		p.PuppetCode(string(text))
		return
	}
	_, _ = p.Out.Write(text)
}

// Say prints a message to standard error on a single line. It escapes line
// feeds, which are part of a foreign name.
func (p *Printer) Say(format string, args ...any) {
	fmt.Fprintf(p.Err, "ralsh: %s\n", safe.Clean(fmt.Sprintf(format, args...)))
}

// SayError prints an error to standard error; joined errors take a line each.
func (p *Printer) SayError(err error) {
	for _, e := range Each(err) {
		p.Say("%s", e)
	}
}

// Capture returns the code that a function prints.
func (p *Printer) Capture(do func() error) (string, error) {
	out, terminal, color := p.Out, p.OutTerminal, p.Color
	defer func() { p.Out, p.OutTerminal, p.Color = out, terminal, color }()
	var text bytes.Buffer
	p.Out, p.OutTerminal, p.Color = &text, false, "never"
	err := do()
	return text.String(), err
}

// Paragraph prints wrapped text with an indentation.
func (p *Printer) Paragraph(text, indent string) {
	for _, line := range Wrap(text, 76-len(indent)) {
		if line == "" {
			p.Print("")
			continue
		}
		p.Print("%s%s", indent, line)
	}
}

// Section prints a blank line and a title.
func (p *Printer) Section(title string) {
	p.Print("")
	p.Print("%s", p.Paint(theme.Strong, title))
}

// LogTo prints messages to a file instead of standard error.
func (p *Printer) LogTo(file io.WriteCloser) {
	p.CloseLog()
	p.Err, p.log = file, file
}

// CloseLog closes the file of LogTo.
func (p *Printer) CloseLog() {
	if p.log != nil {
		_ = p.log.Close()
	}
}

// Configure sets the colours.
func (p *Printer) Configure(colours config.Theme) { p.configured, p.colours = colours, nil }
