package suite

import (
	"os"
	"testing"
	"time"

	"ralsh/ral/host/local"
)

// A file is read again unless it has been unchanged since before the suite began.
func TestDigest(t *testing.T) {
	for name, c := range map[string]struct {
		watch   []string
		age     time.Duration // age of the file when the suite begins
		touched time.Duration // how much later the change time is at the second reading
		again   bool
	}{
		"old":                     {[]string{"/"}, time.Hour, 0, false},
		"old, and changed since":  {[]string{"/"}, time.Hour, time.Nanosecond, true},
		"changed as it begins":    {[]string{"/"}, 0, 0, true},
		"changed after it begins": {[]string{"/"}, -time.Hour, 0, true},
		"on a fake":               {nil, time.Hour, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			file := t.TempDir() + "/file"
			write := func(text string) {
				if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			write("one")
			l := &life{t: inTest{t}, s: Suite{Watch: c.watch, digests: newDigests()}, host: local.Machine()}
			info, err := l.host.Reader().Lstat(t.Context(), file)
			if err != nil {
				t.Fatal(err)
			}
			info.ChangeTime = l.s.digests.before.Add(time.Second - c.age)
			first := l.digest(file, info)
			write("two")
			info.ChangeTime = info.ChangeTime.Add(c.touched)
			if again := l.digest(file, info) != first; again != c.again {
				t.Errorf("the file is read again: %v, want %v", again, c.again)
			}
		})
	}
}

// inTest is a test as a T.
type inTest struct{ *testing.T }

func (r inTest) Run(name string, part func(T)) bool {
	return r.T.Run(name, func(t *testing.T) { part(inTest{t}) })
}
