package fleet

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxDepth limits the nesting of JSON.
const maxDepth = 200

// changing are the fields that differ between hosts that are alike: times, and numbers of
// processes and runs.
var changing = []string{"time", "began", "ended", "elapsed_ms", "waited_ms", "longest_ms", "timing", "pid", "number", "digest"}

// writeComparable copies JSON documents without spaces and without the fields that differ
// between equal hosts. It returns an error for invalid JSON, and for a second document if one
// is set.
func writeComparable(to io.Writer, from io.Reader, one bool) error {
	dec := json.NewDecoder(&utf8Reader{from: bufio.NewReader(from)})
	dec.UseNumber()
	w := comparableWriter{dec: dec, to: to}
	for n := 0; ; n++ {
		switch err := w.value(true, 0); {
		case errors.Is(err, io.EOF) && n > 0:
			return nil
		case errors.Is(err, io.EOF):
			return errors.New("the output is empty")
		case err != nil:
			return err
		case one && n > 0:
			return errors.New("the output has several JSON documents")
		}
	}
}

type comparableWriter struct {
	dec *json.Decoder
	to  io.Writer
}

// value reads a value, and writes it if it counts.
func (w comparableWriter) value(counts bool, depth int) error {
	tok, err := w.dec.Token()
	if err != nil {
		return err
	}
	delim, composed := tok.(json.Delim)
	switch {
	case depth > maxDepth:
		return fmt.Errorf("the nesting exceeds %d levels", maxDepth)
	case !composed && !counts:
		return nil
	case !composed:
		data, err := json.Marshal(tok)
		if err == nil {
			_, err = w.to.Write(append(data, ','))
		}
		return err
	}
	if err := w.put(counts, delim.String()); err != nil {
		return err
	}
	for w.dec.More() {
		inner := counts
		if delim == '{' {
			key, err := w.dec.Token()
			if err != nil {
				return inside(err)
			}
			name, _ := key.(string)
			if inner = counts && !slices.Contains(changing, name); inner {
				data, _ := json.Marshal(name) // a string
				if err := w.put(true, string(data)+":"); err != nil {
					return err
				}
			}
		}
		if err := w.value(inner, depth+1); err != nil {
			return inside(err)
		}
	}
	if tok, err = w.dec.Token(); err != nil {
		return inside(err)
	}
	return w.put(counts, strings.TrimSpace(fmt.Sprint(tok)))
}

func (w comparableWriter) put(counts bool, text string) error {
	if !counts {
		return nil
	}
	_, err := io.WriteString(w.to, text)
	return err
}

// inside returns an error for a document that ends early.
func inside(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// utf8Reader reads text, and returns an error for invalid UTF-8.
type utf8Reader struct {
	from *bufio.Reader
	buf  [utf8.UTFMax]byte
	rest []byte // of a character, in buf
	err  error
}

// Read implements io.Reader. An error is permanent.
func (u *utf8Reader) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if len(u.rest) == 0 && u.err == nil {
			u.next()
		}
		if len(u.rest) == 0 {
			return n, u.err
		}
		k := copy(p[n:], u.rest)
		n, u.rest = n+k, u.rest[k:]
	}
	return n, nil
}

func (u *utf8Reader) next() {
	r, size, err := u.from.ReadRune()
	switch {
	case err != nil:
		u.err = err
	case r == utf8.RuneError && size == 1:
		u.err = errors.New("the output is not UTF-8")
	default:
		u.rest = utf8.AppendRune(u.buf[:0], r)
	}
}
