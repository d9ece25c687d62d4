package parsedfile

import (
	"errors"
	"strings"
	"testing"

	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// pairs returns a format of "key = value" with comments, blank and other lines.
func pairs() *Format {
	return &Format{Lines: []Definition{
		{Name: "comment", Match: lazyre.New(`^\s*#`)},
		{Name: "blank", Match: lazyre.New(`^\s*$`)},
		{Name: "pair", Fields: []string{"name", "value"}, Match: lazyre.New(`^(\w+)\s*=\s*(.*)$`), Joiner: " = "},
	}}
}

func set(t *testing.T, f *File, name, to string) {
	t.Helper()
	r := Record{Type: "pair"}
	r.Set("name", value.Str(name))
	r.Set("value", value.Str(to))
	var err error
	if at := find(f, name); at >= 0 {
		err = f.Replace(at, r)
	} else {
		err = f.Append(r)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func find(f *File, name string) int {
	for i, line := range f.Lines() {
		if line.Record.Text("name") == name {
			return i
		}
	}
	return -1
}

func TestOnlyTheChangedLineChanges(t *testing.T) {
	drop := func(name string) func(*testing.T, *File) {
		return func(_ *testing.T, f *File) { f.Remove(find(f, name)) }
	}
	put := func(name, to string) func(*testing.T, *File) {
		return func(t *testing.T, f *File) { set(t, f, name, to) }
	}
	for name, c := range map[string]struct {
		before string
		edit   func(*testing.T, *File)
		after  string
	}{
		"change":                  {"# c\n\ta=1\na=1\n b\xff\nc  =2\n\n", put("a", "9"), "# c\n\ta=1\na = 9\n b\xff\nc  =2\n\n"},
		"change in CRLF":          {"# c\r\na=1\r\nb=2\r\n", put("a", "9"), "# c\r\na = 9\r\nb=2\r\n"},
		"mixed endings":           {"a=1\r\nb=2\nc=3\r\n", put("b", "9"), "a=1\r\nb = 9\nc=3\r\n"},
		"change without last end": {"a=1\nb=2", put("b", "9"), "a=1\nb = 9"},
		"add":                     {"a=1\n", put("b", "2"), "a=1\nb = 2\n"},
		"add to nothing":          {"", put("b", "2"), "b = 2\n"},
		"add without last end":    {"a=1", put("b", "2"), "a=1\nb = 2\n"},
		"add in CRLF":             {"a=1\r\nc=1", put("b", "2"), "a=1\r\nc=1\r\nb = 2\r\n"},
		"add behind blank lines":  {"a=1\n\n\n", put("b", "2"), "a=1\n\n\nb = 2\n"},
		"remove":                  {"x\na=1\n# about b\nb=2\n", drop("a"), "x\n# about b\nb=2\n"},
		"remove the last":         {"a=1\nb=2", drop("b"), "a=1\n"},
		"remove the only":         {"a=1\n", drop("a"), ""},
		"NUL and lone CR":         {"\x00\n\r\na=1\n", put("a", "9"), "\x00\n\r\na = 9\n"},
	} {
		t.Run(name, func(t *testing.T) {
			f := pairs().Parse([]byte(c.before))
			if got := string(f.Bytes()); got != c.before {
				t.Fatalf("not changed, but %q", got)
			}
			c.edit(t, f)
			if got := string(f.Bytes()); got != c.after {
				t.Errorf("got  %q\nwant %q", got, c.after)
			}
		})
	}
}

func TestUnknownLinesAreKeptAndTold(t *testing.T) {
	f := pairs().Parse([]byte("a=1\n<<<\nb=2\n\n"))
	var line *LineError
	if !errors.As(f.Err(), &line) || line.Number != 2 || line.Text != "<<<" {
		t.Errorf("got %v", f.Err())
	}
	if n := len(f.Records()); n != 3 {
		t.Errorf("%d records, want 3: empty lines at the end do not count", n)
	}
}

func TestALineBreakInAFieldIsRefused(t *testing.T) {
	f := pairs().Parse([]byte("a=1\n"))
	r := Record{Type: "pair"}
	r.Set("name", value.Str("b"))
	r.Set("value", value.Str("1\nroot=yes"))
	if err := f.Append(r); err == nil || !strings.Contains(err.Error(), "would need several lines") {
		t.Errorf("got %v", err)
	}
	if got := string(f.Bytes()); got != "a=1\n" {
		t.Errorf("file is %q", got)
	}
}

// A crontab's job is named by the comment before it, and both are changed
// together.
func TestLinesThatLeadARecord(t *testing.T) {
	format := &Format{
		Lines: []Definition{
			{Name: "comment", Match: lazyre.New(`^#`)},
			{Name: "job", Fields: []string{"when", "command"}, Write: func(r Record) (string, error) {
				return "# Name: " + r.Text("name") + "\n" + r.Text("when") + " " + r.Text("command"), nil
			}},
		},
		Lead: func(lines []Line, at int) []int {
			if at > 0 && strings.HasPrefix(lines[at-1].Text, "# Name: ") {
				return []int{at - 1}
			}
			return nil
		},
		After: func(_ string, lines []Line) {
			for i := 1; i < len(lines); i++ {
				if name, ok := strings.CutPrefix(lines[i-1].Text, "# Name: "); ok {
					lines[i].Record.Set("name", value.Str(name))
				}
			}
		},
	}
	const text = "# mine\r\n0 own\r\n# Name: a\r\n1 one  x\r\n# Name: b\r\n2 two\r\n"
	f := format.Parse([]byte(text))
	r := f.Lines()[find(f, "a")].Record
	r.Set("command", value.Str("new"))
	if err := f.Replace(find(f, "a"), r); err != nil {
		t.Fatal(err)
	}
	f.Remove(find(f, "b"))
	const want = "# mine\r\n0 own\r\n# Name: a\r\n1 new\r\n"
	if got := string(f.Bytes()); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func FuzzParseAndWriteBack(f *testing.F) {
	for _, seed := range []string{"", "\n", "a=1", "a=1\r\n#\n\n\n", "a\x00b\xff\n\r", "a=1\na=2\n"} {
		f.Add([]byte(seed), uint8(0))
	}
	f.Fuzz(func(t *testing.T, data []byte, pick uint8) {
		format := pairs()
		file := format.Parse(data)
		if string(file.Bytes()) != string(data) {
			t.Fatalf("%q is written back as %q", data, file.Bytes())
		}
		if len(file.Lines()) == 0 {
			return
		}
		at := int(pick) % len(file.Lines())
		changed := file.clone()
		r := Record{Type: "pair"}
		r.Set("name", value.Str("k"))
		r.Set("value", value.Str("v"))
		if err := changed.Replace(at, r); err != nil {
			t.Fatal(err)
		}
		for i, line := range file.Lines() {
			now := changed.Lines()[i]
			if i == at && (now.Text != "k = v" || now.End != line.End) || i != at && (now.Text != line.Text || now.End != line.End) {
				t.Fatalf("changed line %d of %q; line %d became %q", at, data, i, now.Text+now.End)
			}
		}
	})
}
