package parsedfile

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

type vectorLine struct {
	Text, Record, Match string
	Fields, Optional    []string
	Separator, Joiner   string
	Rts                 any
}

type vectorCase struct {
	ID    string
	Given struct {
		Lines         []vectorLine
		Text          string
		LineSeparator string `json:"line_separator"`
	}
	When struct{ Op string }
	Then struct {
		Error     *struct{ Message string }
		Records   []map[string]map[string]any
		Rewritten string
	}
}

func vectorFormat(lines []vectorLine, separator string) *Format {
	f := &Format{Separator: separator}
	for _, l := range lines {
		d := Definition{Name: l.Text + l.Record, Fields: l.Fields, Optional: l.Optional, Joiner: l.Joiner}
		if l.Match != "" {
			d.Match = lazyre.New("(?m)" + l.Match)
		}
		if l.Separator != "" {
			d.Split = lazyre.New(l.Separator)
		}
		switch rts := l.Rts.(type) {
		case bool:
			d.Trim = TrailingSpace()
		case string:
			d.Trim = lazyre.New(rts)
		}
		f.Lines = append(f.Lines, d)
	}
	return f
}

func described(r Record) map[string]map[string]any {
	m := map[string]map[string]any{"record_type": {"kind": "symbol", "value": r.Type}}
	if len(r.Fields()) == 0 {
		m["line"] = map[string]any{"kind": "string", "value": r.Line}
	}
	for _, name := range r.Fields() {
		v := r.Get(name)
		m[name] = map[string]any{"kind": v.Kind().String()}
		if !v.IsNil() {
			m[name]["value"] = v.Text()
		}
	}
	return m
}

func TestToolkitVectors(t *testing.T) {
	data, err := os.ReadFile("testdata/host_and_toolkit.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct{ Cases []vectorCase }
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, c := range file.Cases {
		if c.When.Op != "toolkit" {
			continue
		}
		ran++
		t.Run(c.ID, func(t *testing.T) {
			format := vectorFormat(c.Given.Lines, c.Given.LineSeparator)
			parsed := format.Parse([]byte(c.Given.Text))
			if got := string(parsed.Bytes()); got != c.Given.Text {
				t.Errorf("not changed, but written as %q", got)
			}
			rewritten, err := rewrite(parsed)
			if want := c.Then.Error; want != nil {
				if err == nil || !agrees(err, want.Message) {
					t.Fatalf("got error %v, want %s", err, want.Message)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			var got []map[string]map[string]any
			for _, r := range parsed.Records() {
				got = append(got, described(r))
			}
			if diff := cmp.Diff(c.Then.Records, got); diff != "" {
				t.Error(diff)
			}
			if rewritten != c.Then.Rewritten {
				t.Errorf("rewritten %q, want %q", rewritten, c.Then.Rewritten)
			}
		})
	}
	if ran < 16 {
		t.Errorf("only %d cases ran", ran)
	}
}

// agrees compares with Puppet's words, which quote the line and count it one
// too high.
func agrees(err error, message string) bool {
	if line, ok := err.(*LineError); ok {
		return strings.Contains(message, value.Str(line.Text).Inspect())
	}
	return err.Error() == message
}

func rewrite(f *File) (string, error) {
	if err := f.Err(); err != nil {
		return "", err
	}
	var b strings.Builder
	for _, r := range f.Records() {
		line, err := f.format.Write(r)
		if err != nil {
			return "", err
		}
		b.WriteString(line + f.format.separator())
	}
	return b.String(), nil
}
