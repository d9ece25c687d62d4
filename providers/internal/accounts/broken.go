package accounts

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"ralsh/ral"
)

// LineError is a line of one of the files that is not understood. The name in
// it is taken all the same: the tools see no account there, and would make one.
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
	if _, ok := t.first[name]; ok {
		return nil
	}
	for i := range t.Broken {
		if t.Broken[i].Name == name {
			return &t.Broken[i]
		}
	}
	return nil
}

// CheckAll returns a *ral.DamageError that counts and names the broken lines and
// those that are never used, nil when there are none: "1 line of /etc/passwd is not
// understood: 25".
func (t *Table[T]) CheckAll() error {
	var all []string
	if len(t.Broken) > 0 {
		all = append(all, t.brokenLines())
	}
	if all = append(all, t.twice...); all == nil {
		return nil
	}
	return &ral.DamageError{Lines: all}
}

// brokenLines counts and names the broken lines.
func (t *Table[T]) brokenLines() string {
	const most = 10
	var lines []string
	for _, b := range t.Broken[:min(most, len(t.Broken))] {
		lines = append(lines, strconv.Itoa(b.Line))
	}
	text := strings.Join(lines, ", ")
	if more := len(t.Broken) - most; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	what := "1 line of %s is not understood: %s"
	if n := len(t.Broken); n > 1 {
		what = strconv.Itoa(n) + " lines of %s are not understood: %s"
	}
	return fmt.Sprintf(what, t.Broken[0].File, text)
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
