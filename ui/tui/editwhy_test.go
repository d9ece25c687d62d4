package tui

import (
	"strings"
	"testing"

	"ralsh/model"
	"ralsh/ral/value"
	"ralsh/ui/tui/frame"
)

// w tells of the field under the cursor, and leads to the providers the second time.
func TestEditWhy(t *testing.T) {
	st, e, _ := kitEdit(t)
	e.sh.book = newBook()
	e.set("expiry", "tomorrow")
	e.recheck()
	st.toField(e, "expiry")
	st.keys("w")
	const wrong = `expiry is invalid: Expiry dates must be YYYY-MM-DD or the string "absent"; allowed  absent`
	if got := st.lastSaid(); !strings.HasPrefix(got, wrong) || !strings.HasSuffix(got, "; w again shows the providers") {
		t.Errorf("it says %q", got)
	}
	st.keys("w")
	if _, ok := st.top().(*why); !ok {
		t.Fatalf("w again leads to %T", st.top())
	}
	st.keys("esc")
	st.toField(e, "roles")
	st.keys("w")
	if got, want := st.lastSaid(), "roles needs manages_roles: no provider of user has it; w again shows the providers"; got != want {
		t.Errorf("it says %q, want %q", got, want)
	}
	st.toField(e, "shell")
	st.keys("w")
	if _, ok := st.top().(*why); !ok {
		t.Fatalf("w leads to %T", st.top())
	}
}

// What could not be read has the sign that the instance gives it.
func TestEditMarksWhatCannotBeRead(t *testing.T) {
	_, e, _ := kitEdit(t)
	f := e.current()
	f.State = model.NotManaged
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
