package words

import (
	"bytes"
	"slices"
	"strings"

	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// Contents returns both sides of a change that is compared line by line: the written
// contents of a file, or the values of another property that has several lines. ok is
// false for other changes, for binary contents, and for what must not be shown.
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

func binary(text []byte) bool { return bytes.IndexByte(text, 0) >= 0 }
