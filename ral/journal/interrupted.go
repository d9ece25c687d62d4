package journal

import (
	"path"
	"strings"

	"ralsh/ral/host"
)

// Interrupted names the command of a failed step that a person stopped before its
// end: "usermod". What that left is not known by its exit. It is "" for none.
func (s *Step) Interrupted() string {
	if s.Status != "failed" {
		return ""
	}
	for _, a := range s.Acts {
		words := strings.Fields(a.Text)
		if a.Kind == host.ActRun.String() && len(words) > 1 && strings.Contains(a.Error, ": "+host.BeforeItsEnd) {
			return path.Base(words[1])
		}
	}
	return ""
}
