package journal

import (
	"strings"

	"ralsh/ral/host"
)

// convert sets the fields of a line that an earlier ralsh wrote only in words. In
// format 1, the error of a command says that the user stopped it.
func (l *partLine) convert() {
	if l.Act != nil {
		l.Act.Stopped = l.Act.Stopped || strings.Contains(l.Act.Error, ": "+host.BeforeItsEnd)
	}
}
