package model

import (
	"fmt"

	"ralsh/ral/journal"
)

// StoredText says how much history there is, and how much of it is kept: "14
// runs, 3 contents of 1.2 MiB for undo; kept are 200 runs, 256.0 MiB".
func StoredText(s journal.Stored, k journal.Keep) string {
	text := counted(s.Runs, "run", "runs")
	if s.Contents > 0 {
		text += fmt.Sprintf(", %s of %s for undo", counted(s.Contents, "content", "contents"), size(s.Bytes))
	}
	runs, bytes := "all runs", "all contents"
	if k.Runs > 0 {
		runs = counted(k.Runs, "run", "runs")
	}
	if k.Bytes > 0 {
		bytes = size(k.Bytes)
	}
	return text + "; kept are " + runs + ", " + bytes
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// size is a number of bytes as people read it.
func size(n int64) string {
	switch {
	case n < 1<<10:
		return counted(int(n), "byte", "bytes")
	case n < 1<<20:
		return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
	case n < 1<<30:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30))
}
