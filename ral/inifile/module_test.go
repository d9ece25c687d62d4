package inifile

import (
	"bytes"
	"encoding/json"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// recorded is the result of puppetlabs-inifile 5.4 for one file. Files that
// name a section or a setting twice are omitted, because the module loses their
// lines.
type recorded struct {
	Text, Separator  string
	Width            int
	Op               string
	Section, Setting string
	Value, After     string
	Is               *string
}

func TestAsTheModule(t *testing.T) {
	data, err := os.ReadFile("testdata/module.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, text := range bytes.Split(bytes.TrimSpace(data), []byte("\n")) {
		var c recorded
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatal(err)
		}
		n++
		d := Common()
		d.Separator, d.Width = c.Separator, c.Width
		f := d.Parse([]byte(c.Text))
		is, ok := f.Get(c.Section, c.Setting)
		if ok != (c.Is != nil) || ok && is.Value != *c.Is {
			t.Errorf("%s\nread %q, %v", text, is.Value, ok)
		}
		if c.Op == "remove" {
			f.Remove(c.Section, c.Setting)
		} else if err := f.Set(c.Section, c.Setting, c.Value); err != nil {
			t.Errorf("%s\n%v", text, err)
		}
		if diff := cmp.Diff(c.After, string(f.Bytes())); diff != "" {
			t.Errorf("%s\n%s", text, diff)
		}
	}
	if n < 200 {
		t.Errorf("only %d cases", n)
	}
}
