package model

import (
	"fmt"
	"strings"

	"ralsh/model/notation"
	"ralsh/ral/journal"
)

// StoredText describes the size of the history and its limits: "14 runs, 3
// contents of 1.2 MiB for undo; at most 200 runs, 256 MiB".
func StoredText(s journal.Usage, k journal.Retention) string {
	text := notation.Plural(s.Runs, "run", "runs")
	if s.Contents > 0 {
		text += fmt.Sprintf(", %s of %s for undo", notation.Plural(s.Contents, "content", "contents"), size(s.Bytes))
	}
	var most []string
	if k.Runs > 0 {
		most = append(most, notation.Plural(k.Runs, "run", "runs"))
	}
	if k.Bytes > 0 {
		most = append(most, size(k.Bytes))
	}
	if len(most) == 0 {
		return text + "; no limit"
	}
	return text + "; at most " + strings.Join(most, ", ")
}

// size formats a number of bytes: "148 bytes", "1.2 MiB", "256 MiB".
func size(n int64) string {
	unit, name := int64(1<<10), "KiB"
	switch {
	case n < unit:
		return notation.Plural(int(n), "byte", "bytes")
	case n >= 1<<30:
		unit, name = 1<<30, "GiB"
	case n >= 1<<20:
		unit, name = 1<<20, "MiB"
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", float64(n)/float64(unit)), ".0") + " " + name
}
