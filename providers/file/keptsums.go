package file

import (
	"strings"
	"sync"
	"time"

	"ralsh/ral/host"
)

// keptSums keeps the checksums of large sources on this host for a run, which asks for each
// of them several times. A source is hashed again if its stat says that it may have
// changed, or if it is so recent that a change need not alter its times.
type keptSums struct {
	mu   sync.Mutex
	kept map[sumOf]keptSum
}

type sumOf struct{ path, kind string }

type keptSum struct {
	info host.Info
	text string
}

// settled is the age above which a second change within one tick of the file system's
// clock cannot be missed.
const settled = 2 * time.Second

func (s *keptSums) of(rd host.Reader, from origin, kind string, info host.Info, hash func() (string, error)) (string, error) {
	now := rd.Now()
	if !strings.HasPrefix(from.text, "/") || info.Size <= shownContent || now.Sub(info.ModTime) <= settled || now.Sub(info.ChangeTime) <= settled {
		return hash()
	}
	info.AccessTime = time.Time{} // reading changes it
	key := sumOf{from.path, kind}
	s.mu.Lock()
	known, ok := s.kept[key]
	s.mu.Unlock()
	if ok && known.info == info {
		return known.text, nil
	}
	text, err := hash()
	if err != nil {
		return "", err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.kept == nil {
		s.kept = make(map[sumOf]keptSum)
	}
	s.kept[key] = keptSum{info, text}
	return text, nil
}
