package accounts

import (
	"fmt"
	"strconv"
	"time"
)

// Shadow is a line of /etc/shadow (shadow(5)). Numbers are days; -1 is an
// empty field, which means no limit.
type Shadow struct {
	Name           string
	Password       string // the hash, or "!" or "*" for a locked password
	Min, Max, Warn int64
	Expire         int64 // days since 1970-01-01
	Line           int   // from 1
}

// ParseShadow parses the content of /etc/shadow. A line with fewer than five or
// more than nine fields, or with an invalid number, is added to Broken instead.
func ParseShadow(text string) *Table[Shadow] { return newTable(ShadowFile, text, nil, shadowOf) }

// shadowOf never includes a field in the reason that it returns, because the
// field may be a hash.
func shadowOf(line int, f []string) (Shadow, string) {
	if len(f) < 5 || len(f) > 9 {
		return Shadow{}, fmt.Sprintf("the line has %d fields, expected 9", len(f))
	}
	for len(f) < 9 {
		f = append(f, "")
	}
	s := Shadow{Name: f[0], Password: f[1], Line: line}
	if days(f[3], &s.Min) && days(f[4], &s.Max) && days(f[5], &s.Warn) && days(f[7], &s.Expire) {
		return s, ""
	}
	return Shadow{}, "a field with days is not a number"
}

func days(text string, into *int64) bool {
	if text == "" {
		*into = -1
		return true
	}
	n, err := strconv.ParseInt(text, 10, 64)
	*into = n
	return err == nil
}

// Date formats a number of days since 1970-01-01 as YYYY-MM-DD. It returns
// false for a negative number and for a day after the year 9999.
func Date(days int64) (string, bool) {
	const lastOf9999 = 2932896
	if days < 0 || days > lastOf9999 {
		return "", false
	}
	return time.Unix(days*24*60*60, 0).UTC().Format(time.DateOnly), true
}
