package journal

import (
	"strings"

	"ralsh/ral/host"
)

// convert sets the fields of an act that an earlier ralsh wrote only in its text. In
// format 1, the text of a command may be its only name, and its error shows that the
// user stopped it.
func (a *Act) convert() {
	if words := strings.Fields(a.Text); a.Path == "" && a.Kind == host.ActRun.String() && len(words) > 1 {
		a.Path = words[1]
	}
	a.Stopped = a.Stopped || strings.Contains(a.Error, ": "+host.BeforeItsEnd)
}
