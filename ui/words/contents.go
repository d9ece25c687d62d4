package words

import (
	"bytes"
	"slices"
	"strings"

	"ralsh/model/notation"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// Contents returns both sides of a change that is compared line by line: the written
// contents of a file, or the values of a property with several lines. ok is false for
// other changes, for binary contents, and for secrets.
func Contents(s *transaction.Step, c transaction.Change) (is, should string, ok bool) {
	if c.Is.IsSecret() || c.Should.IsSecret() || c.Is.IsUnknown() || c.Attr.Name == "ensure" {
		return "", "", false
	}
	if c.Attr.Name == "content" {
		for _, act := range s.Acts() {
			if act.Kind != transaction.ActWrite || act.Path != s.Resource.Name() {
				continue
			}
			if act.Secret || act.Copied != nil || slices.ContainsFunc([][]byte{act.Before, act.After}, binary) {
				return "", "", false
			}
			return string(act.Before), string(act.After), true
		}
	}
	should = c.Should.Text()
	if c.Is.Kind() == value.String {
		is = c.Is.Raw()
	}
	return is, should, strings.Contains(is, "\n") || strings.Contains(should, "\n")
}

// Shown returns a value on a single line: a dash for no value, and the number of lines
// for a text with several lines, which Texts returns.
func Shown(v value.Value) string {
	switch {
	case v.IsNil():
		return "-"
	case hasLines(v):
		return string(Count(strings.Count(strings.TrimSuffix(v.Raw(), "\n"), "\n")+1)) + " lines"
	}
	return notation.Show(v)
}

// Texts returns two values to compare line by line. ok is false if neither has several
// lines.
func Texts(a, b value.Value) (is, should string, ok bool) {
	is, should, ok = a.Text(), b.Text(), hasLines(a) || hasLines(b)
	if !strings.HasSuffix(is, "\n") && !strings.HasSuffix(should, "\n") { // no file, where a missing end would be reported
		is, should = ended(is), ended(should)
	}
	return is, should, ok
}

// ended returns a text with a line feed at its end, unless it is empty.
func ended(text string) string {
	if text == "" {
		return ""
	}
	return text + "\n"
}

func hasLines(v value.Value) bool { return v.Kind() == value.String && strings.Contains(v.Raw(), "\n") }

func binary(text []byte) bool { return bytes.IndexByte(text, 0) >= 0 }
