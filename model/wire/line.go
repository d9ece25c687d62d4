package wire

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"sync"
)

// Writer writes messages between two processes, a line each. It can be used by several
// goroutines.
type Writer struct {
	mu sync.Mutex
	to io.Writer
}

// NewWriter returns a writer.
func NewWriter(to io.Writer) *Writer { return &Writer{to: to} }

func (w *Writer) Write(message any) error {
	data, err := Encode(message)
	if err != nil {
		return err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	_, err = w.to.Write(append(data, '\n'))
	return err
}

// Reader reads the lines of messages.
type Reader struct{ lines *bufio.Scanner }

// NewReader returns a reader.
func NewReader(from io.Reader) *Reader {
	lines := bufio.NewScanner(from)
	lines.Buffer(make([]byte, 0, 4<<10), MaxMessage+1)
	return &Reader{lines}
}

// Next returns the next line. The error is io.EOF at the end.
func (r *Reader) Next() ([]byte, error) {
	switch {
	case r.lines.Scan():
		return r.lines.Bytes(), nil
	case errors.Is(r.lines.Err(), bufio.ErrTooLong):
		return nil, errTooLarge
	case r.lines.Err() != nil:
		return nil, fmt.Errorf("cannot read from the other process: %w", r.lines.Err())
	}
	return nil, io.EOF
}
