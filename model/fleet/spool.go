package fleet

import (
	"errors"
	"fmt"
	"io"
	"sync"

	"ralsh/ral/host/ownfiles"
)

// The limits for the output of hosts, in bytes.
const (
	MaxAnswer  = 8 << 20   // of a host, both outputs together
	maxAnswers = 512 << 20 // of all hosts of a command
)

var errSpoolFull = fmt.Errorf("the answers of all hosts are larger than %d MiB", maxAnswers>>20)

// Spool stores the answers of many hosts in a temporary file without a name, instead of
// memory.
type Spool struct {
	mu   sync.Mutex
	file interface {
		io.ReaderAt
		io.WriterAt
		io.Closer
	}
	end int64
}

// NewSpool creates a spool.
func NewSpool() (*Spool, error) {
	file, err := ownfiles.Unlinked()
	if err != nil {
		return nil, fmt.Errorf("cannot create a temporary file for the answers: %w", err)
	}
	return &Spool{file: file}, nil
}

// Close removes the file.
func (s *Spool) Close() error { return s.file.Close() }

// part is where a part of an answer is in the file.
type part struct{ from, size int64 }

type answer struct {
	spool *Spool
	parts []part
	size  int64
	err   error // the output could not be stored
}

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

func (a *answer) reader() io.Reader {
	readers := make([]io.Reader, len(a.parts))
	for i, p := range a.parts {
		readers[i] = io.NewSectionReader(a.spool.file, p.from, p.size)
	}
	return io.MultiReader(readers...)
}
