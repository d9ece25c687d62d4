package cli

import (
	"encoding/json"

	"ralsh/ui/safe"
)

// enough is the size from which a part of an output is written.
const enough = 32 << 10

// jsonList writes a JSON document with a long list incrementally. The output
// equals json.MarshalIndent of the whole document, cleaned for a terminal.
type jsonList struct {
	to  *printer
	buf []byte // the next element is appended here
	n   int    // number of elements so far
	err error
}

// begin begins a document with the fields of head and a list of that name.
func (a *printer) begin(head any, list string) *jsonList {
	d := &jsonList{to: a, buf: make([]byte, 0, enough+4<<10)}
	out, err := json.MarshalIndent(head, "", "  ")
	if err != nil {
		d.err = err
		return d
	}
	out = out[:len(out)-len("\n}")]
	d.buf = append(append(append(append(d.buf, out...), ",\n  \""...), list...), `": [`...)
	return d
}

// itemIndent begins each line of an element.
const itemIndent = "    "

// next begins an element, which the caller appends to buf, and writes the previous
// elements if buf is large enough.
func (d *jsonList) next() {
	if len(d.buf) > enough {
		d.flush()
	}
	if d.n > 0 {
		d.buf = append(d.buf, ',')
	}
	d.buf = append(append(d.buf, '\n'), itemIndent...)
	d.n++
}

// add appends an element.
func (d *jsonList) add(v any) {
	d.next()
	out, err := json.MarshalIndent(v, itemIndent, "  ")
	if d.buf = append(d.buf, out...); d.err == nil {
		d.err = err
	}
}

// end ends the list, and the document with the fields of rest.
func (d *jsonList) end(rest any) error {
	if d.n > 0 {
		d.buf = append(d.buf, "\n  "...)
	}
	d.buf = append(d.buf, ']')
	out, err := json.MarshalIndent(rest, "", "  ")
	if d.err == nil {
		d.err = err
	}
	if string(out) == "{}" {
		out = []byte("{\n}")
	} else {
		d.buf = append(d.buf, ',')
	}
	if d.err == nil {
		d.buf = append(append(d.buf, out[1:]...), '\n') // without its first bracket
		d.flush()
	}
	return d.err
}

// flush writes the buffer, unless an earlier part failed.
func (d *jsonList) flush() {
	if d.err == nil {
		_, d.err = d.to.Out.Write(safe.JSON(d.buf))
	}
	d.buf = d.buf[:0]
}
