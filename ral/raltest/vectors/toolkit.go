package vectors

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"ralsh/ral/lazyre"
	"ralsh/ral/parsedfile"
	"ralsh/ral/value"
)

// lineDef is one kind of line in a file, in the form of the cases.
type lineDef struct {
	Text, Record, Match string
	Fields, Optional    []string
	Joiner, Absent      string
}

func formatOf(lines []lineDef) *parsedfile.Format {
	f := &parsedfile.Format{}
	for _, l := range lines {
		d := parsedfile.Definition{Name: l.Text + l.Record, Fields: l.Fields, Optional: l.Optional, Joiner: l.Joiner, Absent: l.Absent}
		if l.Match != "" {
			d.Match = lazyre.Ruby(l.Match)
		}
		f.Lines = append(f.Lines, d)
	}
	return f
}

// Toolkit parses a file with line definitions of the case, and writes its records
// again.
func Toolkit(t *testing.T, c Case) map[string]any {
	var given struct {
		Lines []lineDef
		Text  string
	}
	if err := json.Unmarshal(c.Raw.Given, &given); err != nil {
		t.Fatal(err)
	}
	format := formatOf(given.Lines)
	parsed := format.Parse([]byte(given.Text))
	if got := string(parsed.Bytes()); got != given.Text {
		t.Errorf("not changed, but written as %q", got)
	}
	rewritten, err := rewritten(format, parsed)
	if err = errors.Join(parsed.Err(), err); err != nil {
		return failed(lineFailed(c, err))
	}
	return map[string]any{"records": recordsOf(parsed), "rewritten": rewritten}
}

// lineFailed returns Puppet's message if it quotes the same line as ours, because
// Puppet's line number is one too high.
func lineFailed(c Case, err error) string {
	line, ok := errors.AsType[*parsedfile.LineError](err)
	want, _ := c.Then["error"].(map[string]any)
	text, _ := want["message"].(string)
	if ok && strings.Contains(text, value.Str(line.Text).Inspect()) {
		return text
	}
	return err.Error()
}

func recordsOf(f *parsedfile.File) []any {
	list := []any{}
	for _, r := range f.Records() {
		m := map[string]any{"record_type": tag("symbol", r.Type)}
		if len(r.Fields()) == 0 || r.Line != "" {
			m["line"] = tag("string", r.Line)
		}
		for _, name := range r.Fields() {
			m[name] = encode(r.Get(name))
		}
		list = append(list, m)
	}
	return list
}

// rewritten writes every record again, as Puppet does with a whole file.
func rewritten(format *parsedfile.Format, f *parsedfile.File) (string, error) {
	var b strings.Builder
	for _, r := range f.Records() {
		line, err := format.Write(r)
		if err != nil {
			return "", err
		}
		b.WriteString(line + "\n")
	}
	return b.String(), nil
}
