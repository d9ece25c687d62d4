package sandbox

import (
	"strings"
	"sync"
)

// tailLimit is how much of a log is kept.
const tailLimit = 8 << 10

// tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	data []byte
}

func (t *tail) Write(data []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.data = append(t.data, data...)
	if len(t.data) > 2*tailLimit {
		t.data = append(t.data[:0], t.data[len(t.data)-tailLimit:]...)
	}
	return len(data), nil
}

// text returns the last lines.
func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	text := string(t.data[max(0, len(t.data)-tailLimit):])
	return strings.ToValidUTF8(strings.TrimSpace(text), "\uFFFD")
}
