package accounts

import (
	"errors"
	"fmt"
	"strconv"

	"ralsh/ral"
)

// LineError is a line of one of the files that is not understood. The name in
// it is taken anyway: the tools see no account there, and would make one.
type LineError struct {
	File string
	Line int    // from 1
	Name string // its first field
	Why  string
}

// Error says where and why: "/etc/passwd:25 is not understood: the uid x is no number".
func (e *LineError) Error() string {
	return fmt.Sprintf("%s is not understood: %s", At(e.File, e.Line), e.Why)
}

// Check returns the *LineError of a name that only a broken line has.
func (t *Table[T]) Check(name string) error {
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

// CheckAll returns a *ral.DamageError that names the broken lines and those that are
// never used, nil when there are none.
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

// fieldCount says what is wrong with the number of fields, "" when nothing is.
func fieldCount(fields []string, want int) string {
	if len(fields) == want {
		return ""
	}
	return fmt.Sprintf("it has %d fields between colons, not %d", len(fields), want)
}

// id reads a user or group number, which the kernel keeps in 32 bits. why is
// empty when it is one.
func id(what, text string) (n int64, why string) {
	u, err := strconv.ParseUint(text, 10, 32)
	switch {
	case err == nil:
		return int64(u), ""
	case text == "":
		return 0, "it has no " + what
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Sprintf("the %s %s is out of range", what, text)
	}
	return 0, fmt.Sprintf("the %s %s is no number", what, strconv.QuoteToASCII(text))
}
