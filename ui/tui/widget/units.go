package widget

import (
	"time"

	"ralsh/ui/safe"
	"ralsh/ui/words"
)

// Took is [words.Took].
func Took(d time.Duration) safe.Text { return words.Took(d) }

// Count is [words.Count].
func Count(n int) safe.Text { return words.Count(n) }

// CountOf is [words.CountOf].
func CountOf(n int, noun safe.Text, plural ...safe.Text) safe.Text {
	return words.CountOf(n, noun, plural...)
}
