package accounts

import (
	"errors"
	"fmt"
	"strconv"

	"ralsh/ral"
)

// LineError reports a malformed line of a file. Its name counts as taken,
// because the tools see no account there and would create an account.
type LineError struct {
	File string
	Line int    // from 1
	Name string // first field of the line
	Why  string
}

// Error returns the position and the reason: "/etc/passwd:25: the UID "x" is not a
// number".
func (e *LineError) Error() string {
	return fmt.Sprintf("%s: %s", At(e.File, e.Line), e.Why)
}

// Check returns the *LineError of a name that only malformed lines have, and
// nil for any other name.
func (t *Table[T]) Check(name string) error {
	if len(t.Broken) == 0 {
		return nil
	}
	if _, ok := t.first(name); ok {
		return nil
	}
	for i := range t.Broken {
		if t.Broken[i].Name == name {
			return &t.Broken[i]
		}
	}
	return nil
}

// CheckAll returns a *ral.DamageError with the malformed lines and the lines
// that are never used, or nil.
func (t *Table[T]) CheckAll() error {
	var lines []string
	for i := range t.Broken {
		lines = append(lines, t.Broken[i].Error())
	}
	if lines = append(lines, t.twice...); lines == nil {
		return nil
	}
	return &ral.DamageError{Lines: lines}
}

// fieldCount returns the reason why the number of fields is wrong, or "".
func fieldCount(fields []string, want int) string {
	if len(fields) == want {
		return ""
	}
	return fmt.Sprintf("the line has %d fields, expected %d", len(fields), want)
}

// id parses a user or group number, which has 32 bits in the kernel. why is
// empty if the number is valid.
func id(what, text string) (n int64, why string) {
	u, err := strconv.ParseUint(text, 10, 32)
	switch {
	case err == nil:
		return int64(u), ""
	case text == "":
		return 0, "the " + what + " is empty"
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Sprintf("the %s %s is out of range", what, text)
	}
	return 0, fmt.Sprintf("the %s %s is not a number", what, strconv.QuoteToASCII(text))
}
