package stream

import "io"

// Sticky is a writer that passes on to W, and keeps its first error, so that a
// caller can distinguish it from an error of what is read.
type Sticky struct {
	W   io.Writer
	N   int64 // bytes passed on
	Err error
}

// Write passes on p.
func (s *Sticky) Write(p []byte) (int, error) {
	n, err := s.W.Write(p)
	s.N += int64(n)
	s.Fail(err)
	return n, err
}

// Fail keeps an error, unless there was one before.
func (s *Sticky) Fail(err error) {
	if s.Err == nil {
		s.Err = err
	}
}
