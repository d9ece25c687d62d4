package words_test

import (
	"testing"
	"time"

	"ralsh/ral/journal"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
	"ralsh/ui/words"
)

// The two parts of an act are all that Act shows.
func TestActParts(t *testing.T) {
	act := func(kind transaction.ActKind, set func(*transaction.ActResult)) *transaction.ActResult {
		d := &transaction.ActResult{}
		d.Act.Kind, d.Act.Path, d.Act.UID = kind, "/etc/default/useradd", -1
		set(d)
		return d
	}
	write := func(before, after int, fresh bool) *transaction.ActResult {
		return act(transaction.ActWrite, func(d *transaction.ActResult) {
			d.Act.Before, d.Act.After, d.Act.New = make([]byte, before), make([]byte, after), fresh
		})
	}
	for _, c := range []struct {
		done       *transaction.ActResult
		verb, want safe.Text
		bare       safe.Text
	}{
		{write(1117, 1119, false), "write", "/etc/default/useradd, 1,117 → 1,119 bytes, by rename, mode 0000", ""},
		{write(20, 1, false), "write", "/etc/default/useradd, 20 → 1 byte, by rename, mode 0000", ""},
		{write(0, 1, true), "write", "/etc/default/useradd, new, 1 byte, by rename, mode 0000", ""},
		{act(transaction.ActRun, func(d *transaction.ActResult) {
			d.Act.Path, d.Act.Args, d.Act.Stdin = "/usr/bin/tool", []string{"a b"}, make([]byte, 2000)
		}), "$", "/usr/bin/tool 'a b' < 2,000 bytes", "/usr/bin/tool 'a b' < 2,000 bytes"},
		{act(transaction.ActRun, func(d *transaction.ActResult) { d.Act.ShownArgs = "/usr/bin/tool [redacted]" }), "$", "/usr/bin/tool [redacted]", "/usr/bin/tool [redacted]"},
	} {
		verb, rest := words.ActParts(c.done)
		if verb != c.verb || rest != c.want || words.Act(c.done) != verb+" "+rest {
			t.Errorf("%q %q, and %q", verb, rest, words.Act(c.done))
		}
		if want := c.bare; want != "" && words.Bare(c.done) != want {
			t.Errorf("bare: %q", words.Bare(c.done))
		}
	}
}

func TestPastEnd(t *testing.T) {
	zero, hundred := 0, 100
	for _, c := range []struct {
		act  journal.Act
		want safe.Text
		well bool
	}{
		{journal.Act{Done: true, Exit: &zero}, "exit 0", true},
		{journal.Act{Done: true, Exit: &hundred}, "exit 100", false},
		{journal.Act{Done: true, Signal: "SIGTERM"}, "killed by SIGTERM", false},
		{journal.Act{Done: true, Error: "no space"}, "no space", false},
		{journal.Act{PID: 7}, "process 7, which may still be running", false},
		{journal.Act{}, "", false},
		{journal.Act{Done: true, Began: time.Time{}}, "", true},
	} {
		if got, well := words.PastEnd(c.act); got != c.want || well != c.well {
			t.Errorf("%+v: %q, %v", c.act, got, well)
		}
	}
}
