package fleet

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"ralsh/ral/host"
)

// The bounds of what hosts may send, in bytes.
const (
	MaxAnswer  = 8 << 20   // of one host, on both outputs together
	maxAnswers = 512 << 20 // of all hosts of a command
)

// errSpoolFull is more than all hosts may send.
var errSpoolFull = fmt.Errorf("the answers of all hosts are larger than %d MiB", maxAnswers>>20)

// Spool has the answers of many hosts in one temporary file without a name, so that they
// take no memory.
type Spool struct {
	mu   sync.Mutex
	file interface {
		io.ReaderAt
		io.WriterAt
		io.Closer
	}
	end int64
}

// NewSpool makes a spool.
func NewSpool() (*Spool, error) {
	file, err := host.Unlinked()
	if err != nil {
		return nil, fmt.Errorf("cannot create a temporary file for the answers: %w", err)
	}
	return &Spool{file: file}, nil
}

// Close frees the file.
func (s *Spool) Close() error { return s.file.Close() }

// part is where a part of an answer is in the file.
type part struct{ from, size int64 }

// answer is what one host printed.
type answer struct {
	spool *Spool
	parts []part
	size  int64
	err   error // it could not be kept
}

// Write keeps a part.
func (a *answer) Write(p []byte) (int, error) {
	if a.err == nil {
		a.err = a.keep(p)
	}
	if a.err != nil {
		return 0, a.err
	}
	return len(p), nil
}

func (a *answer) keep(p []byte) error {
	s := a.spool
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.end+int64(len(p)) > maxAnswers {
		return errSpoolFull
	}
	if _, err := s.file.WriteAt(p, s.end); err != nil {
		return fmt.Errorf("cannot store the answer: %w", errors.Unwrap(err))
	}
	if n := len(a.parts); n > 0 && a.parts[n-1].from+a.parts[n-1].size == s.end {
		a.parts[n-1].size += int64(len(p))
	} else {
		a.parts = append(a.parts, part{s.end, int64(len(p))})
	}
	s.end += int64(len(p))
	a.size += int64(len(p))
	return nil
}

// reader reads what was kept.
func (a *answer) reader() io.Reader {
	readers := make([]io.Reader, len(a.parts))
	for i, p := range a.parts {
		readers[i] = io.NewSectionReader(a.spool.file, p.from, p.size)
	}
	return io.MultiReader(readers...)
}
