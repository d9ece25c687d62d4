package snapshot

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
)

// Write writes the lines of a snapshot, sorted, with a last line that has the counts and the
// checksum.
func (s *Snapshot) Write(w io.Writer) error {
	sum := sha256.New()
	last := end{Kind: endLine, Types: len(s.Types), Facts: len(s.Facts.Items)}
	out := &lineWriter{to: io.MultiWriter(w, sum)}
	out.document(s.Head)
	for _, list := range s.Types {
		out.document(list)
		last.Instances += len(list.Items)
		for _, item := range list.Items {
			out.line(item.line)
		}
	}
	for _, item := range s.Facts.Items {
		out.line(item.line)
	}
	out.flush()
	last.SHA256 = hex.EncodeToString(sum.Sum(nil))
	out.document(last)
	out.flush()
	return out.err
}

// lineWriter writes lines, some kilobytes at a time, until the first error.
type lineWriter struct {
	to  io.Writer
	buf bytes.Buffer
	err error
}

func (w *lineWriter) document(doc any) {
	line, err := json.Marshal(doc)
	if err != nil && w.err == nil {
		w.err = err
	}
	w.line(line)
}

func (w *lineWriter) line(line []byte) {
	w.buf.Write(line)
	w.buf.WriteByte('\n')
	if w.buf.Len() > 64<<10 {
		w.flush()
	}
}

func (w *lineWriter) flush() {
	if w.err == nil {
		_, w.err = w.to.Write(w.buf.Bytes())
	}
	w.buf.Reset()
}
