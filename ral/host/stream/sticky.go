package stream

import "io"

// Sticky is a writer that forwards to W and stores its first error, so that a caller can
// distinguish it from an error of the source.
type Sticky struct {
	W   io.Writer
	N   int64 // bytes passed on
	Err error
}

func (s *Sticky) Write(p []byte) (int, error) {
	n, err := s.W.Write(p)
	s.N += int64(n)
	s.Fail(err)
	return n, err
}

// Fail stores the first error.
func (s *Sticky) Fail(err error) {
	if s.Err == nil {
		s.Err = err
	}
}
