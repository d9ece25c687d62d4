package cli

import "io"

// sink records the first error of a writer, because a full disk behind the
// output is a failure of the command.
type sink struct {
	w   io.Writer
	err error
}

func (s *sink) Write(p []byte) (int, error) {
	n, err := s.w.Write(p)
	if err != nil {
		s.fail(err)
	}
	return n, err
}

func (s *sink) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}
