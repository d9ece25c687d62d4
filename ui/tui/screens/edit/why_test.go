package edit

import (
	"strings"
	"testing"

	"ralsh/model/draft"
	"ralsh/model/listings"
	"ralsh/ral/value"
	"ralsh/ui/tui/frame"
)

// w explains the sign of the current field, and leads to the providers. For a
// field without a sign it opens the providers directly.
func TestEditWhy(t *testing.T) {
	st, e, _ := kitEdit(t)
	e.sh.Listings = listings.New()
	e.all = true
	e.set("expiry", "tomorrow")
	e.recheck()
	st.Keys("esc")
	for _, c := range []struct {
		attr string
		says []string
	}{
		{"expiry", []string{"expiry is invalid", `Expiry dates must be YYYY-MM-DD or the string "absent"`, "allowed  absent"}},
		{"roles", []string{"roles cannot be managed here", "it needs manages_roles, which useradd does not support", "no provider of user supports it"}},
		{"shell", []string{"shell is out of sync", "is      /bin/sh", "should  /bin/bash, reads as string"}},
		{"password_max_age", []string{"password_max_age is out of sync", "is      99999", `should  "90", reads as 90, integer`}},
		{"home", []string{"home is in sync", "is      /home/deploy"}},
		{"password", []string{"password is out of sync", "is      [redacted]", "should  [redacted]"}},
		{"managehome", []string{"managehome has no effect", "It matters only when the user is created or removed"}},
	} {
		toFieldOf(st, e, c.attr)
		st.Keys("w")
		st.Sees(append(c.says, "providers")...)
		if text := st.Text(); strings.Contains(text, "$y$new") || strings.Contains(text, "$y$old") {
			t.Errorf("%s: a secret is shown:\n%s", c.attr, text)
		}
		st.Keys("enter")
		st.Sees("leads to providers user")
		st.Keys("esc", "esc")
	}
	toFieldOf(st, e, "uid")
	st.Keys("w")
	st.Sees("leads to providers user")
}

// A value that could not be read has the same sign as on the instance screen.
func TestEditMarksWhatCannotBeRead(t *testing.T) {
	_, e, _ := kitEdit(t)
	f := e.current()
	f.State = draft.NotManaged
	for _, c := range []struct {
		is   value.Value
		want frame.Sign
	}{{value.Unread("permission denied"), frame.SignNeeds}, {value.Str("x"), frame.NoSign}} {
		f.Is = c.is
		if got := e.sign(f); got != c.want {
			t.Errorf("%s: %v, want %v", c.is.Inspect(), got, c.want)
		}
	}
}

// y in the editor opens the copy menu for the desired state.
func TestEditCopies(t *testing.T) {
	st, e, _ := kitEdit(t)
	st.Keys("esc")
	toFieldOf(st, e, "shell")
	st.Keys("y")
	st.Sees("copy deploy", "/bin/bash", "name", "Puppet code", "YAML", "JSON")
	st.Keys("esc")
	toFieldOf(st, e, "password")
	st.Keys("y")
	if text := st.Text(); strings.Contains(text, "$y$") || strings.Contains(text, "value") {
		t.Errorf("a secret is offered:\n%s", text)
	}
}
