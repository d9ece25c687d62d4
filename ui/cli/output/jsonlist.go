package output

import (
	"encoding/json"

	"ralsh/ui/safe"
)

// FlushSize is the size from which a part of an output is written.
const FlushSize = 32 << 10

// List writes a JSON document with a long list incrementally. The output
// equals json.MarshalIndent of the whole document, cleaned for a terminal.
type List struct {
	to  *Printer
	Buf []byte // the next element is appended here
	n   int    // number of elements so far
	err error
}

// StartList begins a document with the fields of head and a list of that name.
func (p *Printer) StartList(head any, list string) *List {
	d := &List{to: p, Buf: make([]byte, 0, FlushSize+4<<10)}
	out, err := json.MarshalIndent(head, "", "  ")
	if err != nil {
		d.err = err
		return d
	}
	out = out[:len(out)-len("\n}")]
	d.Buf = append(append(append(append(d.Buf, out...), ",\n  \""...), list...), `": [`...)
	return d
}

// ItemIndent begins each line of an element.
const ItemIndent = "    "

// Next begins an element, which the caller appends to buf, and writes the previous
// elements if they are long enough.
func (d *List) Next() {
	if len(d.Buf) > FlushSize {
		d.flush()
	}
	if d.n > 0 {
		d.Buf = append(d.Buf, ',')
	}
	d.Buf = append(append(d.Buf, '\n'), ItemIndent...)
	d.n++
}

// Add appends an element.
func (d *List) Add(v any) {
	d.Next()
	out, err := json.MarshalIndent(v, ItemIndent, "  ")
	if d.Buf = append(d.Buf, out...); d.err == nil {
		d.err = err
	}
}

// End ends the list, and the document with the fields of rest.
func (d *List) End(rest any) error {
	if d.n > 0 {
		d.Buf = append(d.Buf, "\n  "...)
	}
	d.Buf = append(d.Buf, ']')
	out, err := json.MarshalIndent(rest, "", "  ")
	if d.err == nil {
		d.err = err
	}
	if string(out) == "{}" {
		out = []byte("{\n}")
	} else {
		d.Buf = append(d.Buf, ',')
	}
	if d.err == nil {
		d.Buf = append(append(d.Buf, out[1:]...), '\n') // without its first bracket
		d.flush()
	}
	return d.err
}

// flush writes the buffer, unless an earlier part failed.
func (d *List) flush() {
	if d.err == nil {
		_, d.err = d.to.Out.Write(safe.JSON(d.Buf))
	}
	d.Buf = d.Buf[:0]
}
