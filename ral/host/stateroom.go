package host

import (
	"errors"

	"golang.org/x/sys/unix"
)

// Reserve reserves disk space for Append: size bytes after the end of the
// file (fallocate(2), FALLOC_FL_KEEP_SIZE). It creates the file. It ignores
// file systems that cannot reserve space.
func (s *State) Reserve(name string, size int64) error {
	return s.allocate(name, unix.FALLOC_FL_KEEP_SIZE, size)
}

// Release releases the reserved space after the end of a file, after the last Append.
func (s *State) Release(name string, size int64) error {
	err := s.allocate(name, unix.FALLOC_FL_KEEP_SIZE|unix.FALLOC_FL_PUNCH_HOLE, size)
	s.mu.Lock()
	defer s.mu.Unlock()
	return errors.Join(err, s.closeLog())
}

func (s *State) allocate(name string, mode uint32, size int64) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, err := s.opened(name)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	err = ignoringEINTR(func() error { return unix.Fallocate(int(f.Fd()), mode, info.Size(), size) })
	if errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.ENOSYS) {
		return nil
	}
	return err
}

func ignoringEINTR(call func() error) error {
	for {
		if err := call(); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
