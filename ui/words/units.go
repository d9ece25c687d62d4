package words

import (
	"strconv"
	"time"

	"ralsh/ui/safe"
)

// Took formats a duration: 0.2 ms, 412 ms, 1.9 s, 2 min 10 s. It rounds down,
// so that no duration is shown longer than it was.
func Took(d time.Duration) safe.Text {
	switch d = max(d, 0); {
	case d < time.Millisecond:
		return tenths(d, time.Millisecond) + " ms"
	case d < time.Second:
		return number(int64(d/time.Millisecond)) + " ms"
	case d < time.Minute:
		return tenths(d, time.Second) + " s"
	case d < time.Hour:
		return number(int64(d/time.Minute)) + " min" + rest(int64(d%time.Minute/time.Second), " s")
	}
	return Count(int(d/time.Hour)) + " h" + rest(int64(d%time.Hour/time.Minute), " min")
}

// Count formats a number with separated thousands: 1,127.
func Count(n int) safe.Text {
	digits := strconv.Itoa(n)
	sign := ""
	if n < 0 {
		sign, digits = "-", digits[1:]
	}
	first := len(digits) % 3
	if first == 0 {
		first = min(3, len(digits))
	}
	out := sign + digits[:first]
	for i := first; i < len(digits); i += 3 {
		out += "," + digits[i:i+3]
	}
	return safe.Clean(out)
}

// CountOf formats a count with its noun: "1 row", "1,127 rows". A plural
// without a final s is passed as plural.
func CountOf(n int, noun safe.Text, plural ...safe.Text) safe.Text {
	switch {
	case n == 1:
		return "1 " + noun
	case len(plural) > 0:
		return Count(n) + " " + plural[0]
	}
	return Count(n) + " " + noun + "s"
}

func tenths(d, unit time.Duration) safe.Text {
	n := int64(d * 10 / unit)
	return number(n/10) + "." + number(n%10)
}

func rest(n int64, unit safe.Text) safe.Text {
	if n == 0 {
		return ""
	}
	return " " + number(n) + unit
}

func number(n int64) safe.Text { return safe.Clean(strconv.FormatInt(n, 10)) }

// Sizes formats a size, or an old and a new size: "1,117 → 1,119 bytes".
func Sizes(sizes ...int) string {
	text := string(CountOf(sizes[len(sizes)-1], "byte"))
	if len(sizes) > 1 {
		text = string(Count(sizes[0])) + safe.Arrow + text
	}
	return text
}
