package output

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"ralsh/ui/safe"
)

// A long document is what encoding/json writes of the whole, cleaned.
func TestJSONList(t *testing.T) {
	type head struct {
		Schema int `json:"schema"`
	}
	type rest struct {
		Message string `json:"message,omitempty"`
	}
	type whole struct {
		head
		Items []any `json:"items"`
		rest
	}
	long := strings.Repeat("\u009b<", 999)
	for _, c := range []whole{
		{head{1}, []any{}, rest{}},
		{head{1}, []any{}, rest{"none"}},
		{head{1}, []any{map[string]any{"a": []int{1}}, []int{}}, rest{}},
		{head{1}, []any{long, long, long, long, long, long, long, long, long, long, long, long}, rest{"\x7f"}},
	} {
		var out bytes.Buffer
		a := &Printer{Streams: Streams{Out: &out}}
		d := a.StartList(c.head, "items")
		for _, item := range c.Items {
			d.Add(item)
		}
		if err := d.End(c.rest); err != nil {
			t.Fatal(err)
		}
		want, err := json.MarshalIndent(c, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if want = append(safe.JSON(want), '\n'); !bytes.Equal(out.Bytes(), want) {
			t.Errorf("%.300s\nwant\n%.300s", out.Bytes(), want)
		}
	}
}

// After a write that failed, nothing more is written.
func TestJSONListFails(t *testing.T) {
	full := &fullWriter{}
	a := &Printer{Streams: Streams{Out: full}}
	d := a.StartList(struct{}{}, "items")
	for range 99 {
		d.Add(strings.Repeat("x", 1000))
	}
	if err := d.End(struct{}{}); !errors.Is(err, errFull) || full.writes != 1 {
		t.Errorf("%v after %d writes", err, full.writes)
	}
	d = a.StartList(struct{}{}, "items")
	d.Add(func() {})
	if err := d.End(struct{}{}); err == nil || full.writes != 1 {
		t.Errorf("a function is no value of JSON: %v", err)
	}
}

var errFull = errors.New("full")

type fullWriter struct{ writes int }

func (w *fullWriter) Write([]byte) (int, error) {
	w.writes++
	return 0, errFull
}
