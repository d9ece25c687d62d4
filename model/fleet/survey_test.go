package fleet

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"ralsh/model/hops"
)

// What a host says of itself is read from two documents, within bounds; what it does not say is
// not known, and the reason is.
func TestSurvey(t *testing.T) {
	const system = `{"os.name": "Debian", "os.release.full": "12.11"}`
	run := func(n string) string {
		return `{"schema": 1, "runs": [{"run": ` + n + `, "status": "failed", "failed": 1}]}`
	}
	for _, c := range []struct {
		name, facts, history string
		exit                 int // of history
		fails                error
		want                 string
	}{
		{"all", system, run("7"), 0, nil, "true Debian 12.11, 7 failed, "},
		{"no runs", system, `{"runs": []}`, 0, nil, "true Debian 12.11, none, "},
		{"no history", system, "", 1, nil, "true Debian 12.11, none, it cannot be read"},
		{"no name", "{}", run("7"), 0, nil, "true , 7 failed, "},
		{"no JSON", "hello", run("7"), 0, nil, "true , none, cannot parse the answer: invalid"},
		{"a number", `{"os.name": 1}`, run("7"), 0, nil, "true , none, cannot parse the answer: json"},
		{"half", system, `{"runs": [`, 0, nil, "true Debian 12.11, none, cannot parse the answer: unexpected EOF"},
		{"too large", `{"x": "` + strings.Repeat("x", maxSurvey) + `"}`, run("7"), 0, nil, "true , none, cannot parse the answer: unexpected EOF"},
		{"too deep", strings.Repeat("[", maxSurvey/2), run("7"), 0, nil, "true , none, cannot parse the answer: "},
		{"not reached", "", "", 0, errors.New("no way"), "false , none, no way"},
		{"sudo", "sudo: a password is required", "", 0, errors.New("no way"), "false , none, locked: sudo requires a password"},
		{"ssh", "alice@web1: Permission denied (publickey,password).", "", 0, errors.New("no way"), "false , none, locked: permission denied"},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked := 0
			reach := Reach{Carry: func(_ context.Context, on hops.Target, line Line) (int, error) {
				if on.String() != "web1" {
					t.Errorf("it asks %s", on)
				}
				if asked++; c.fails != nil {
					if c.facts != "" {
						line.Say(c.facts)
					}
					return 0, c.fails
				}
				exit, text := 0, c.facts
				if line.Args[0] == "history" {
					exit, text = c.exit, c.history
				}
				if exit != 0 {
					line.Say("it cannot be read")
				}
				_, err := io.WriteString(line.Out, text)
				return exit, err
			}}
			on, err := hops.Parse("web1")
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			if err := Survey(t.Context(), reach, []Target{{Name: "web1", On: on}}, func(f Found) {
				last := "none"
				if f.Last != nil {
					last = fmt.Sprint(f.Last.Run, " ", f.Last.Status)
				}
				if f.Locked {
					f.Reason = "locked: " + f.Reason
				}
				got = append(got, fmt.Sprintf("%v %s, %s, %s", f.Reached, f.System, last, f.Reason))
			}); err != nil {
				t.Fatal(err)
			}
			if len(got) != 1 || !strings.HasPrefix(got[0], c.want) || strings.HasSuffix(c.want, ", ") && got[0] != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
			if asked > 2 || c.fails != nil && asked > 1 {
				t.Errorf("it was asked %d times", asked)
			}
		})
	}
}
