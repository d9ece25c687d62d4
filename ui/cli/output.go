package cli

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/goccy/go-yaml"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"ralsh/model/config"
	"ralsh/ui/safe"
	"ralsh/ui/tui/theme"
)

// schema is the version of the JSON documents.
const schema = 1

// flagNames returns the flags that the help lists.
func flagNames(flags *pflag.FlagSet) []string {
	var names []string
	flags.VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	return names
}

// printer prints to the streams of the process, in the format and colours of the command line.
type printer struct {
	Env
	output     string // the format of -o
	color      whenColour
	configured config.Theme
	colours    *theme.Theme // of the configuration; nil until it is used
	log        io.Closer    // file of --logdest
}

// outputFlag adds -o with the formats of a command; the first format is the
// default.
func (a *app) outputFlag(cmd *cobra.Command, formats ...string) {
	var format string
	cmd.Flags().StringVarP(&format, "output", "o", formats[0], "output `FORMAT`: "+strings.Join(formats, ", "))
	_ = cmd.RegisterFlagCompletionFunc("output", cobra.FixedCompletions(formats, cobra.ShellCompDirectiveNoFileComp))
	run := cmd.RunE
	cmd.RunE = func(c *cobra.Command, args []string) error {
		if a.output = format; !slices.Contains(formats, format) {
			return unknown("output format", format, "", formats)
		}
		return run(c, args)
	}
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
	plain := newApp(Env{Out: &out})
	plain.color = "never"
	show(&runner{app: plain})
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

// wrap wraps text at width. It does not wrap code: lines that are indented by
// four blanks or a tab, and lines between fences, which it removes and indents.
// Other lines keep their indentation, and items of a list hang.
func wrap(text string, width int) []string {
	var lines []string
	code := false
	for paragraph := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(paragraph, "```") {
			code = !code
			continue
		}
		if code {
			lines = append(lines, "    "+paragraph)
			continue
		}
		text := strings.TrimLeft(paragraph, " \t")
		indent := paragraph[:len(paragraph)-len(text)]
		if text != "" && (len(indent) >= 4 || strings.Contains(indent, "\t")) {
			lines = append(lines, paragraph)
			continue
		}
		lines = append(lines, wrapLine(indent, text, width)...)
	}
	return lines
}

// wrapLine wraps a line with its indentation.
func wrapLine(indent, text string, width int) []string {
	hang := indent
	if strings.HasPrefix(text, "- ") || strings.HasPrefix(text, "* ") {
		hang += "  "
	}
	var lines []string
	line, empty := indent, true
	for word := range strings.FieldsSeq(text) {
		if !empty && safe.Clean(line).Width()+1+safe.Clean(word).Width() > width {
			lines = append(lines, line)
			line, empty = hang, true
		}
		if !empty {
			line += " "
		}
		line, empty = line+word, false
	}
	if empty {
		line = ""
	}
	return append(lines, line)
}
