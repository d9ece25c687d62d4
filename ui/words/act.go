package words

import (
	"ralsh/ral/journal"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
)

// Act is an act as a screen shows it, with its bytes counted as all else is: "write
// /etc/hosts, 1,117 → 1,119 bytes".
func Act(v transaction.ActView) safe.Text {
	verb, rest := ActParts(v)
	if verb == "" {
		return rest
	}
	return verb + " " + rest
}

// Bare is an act without the mark of a command.
func Bare(v transaction.ActView) safe.Text {
	if verb, rest := ActParts(v); verb == "$" {
		return rest
	}
	return Act(v)
}

// ActParts are the mark of a command or the verb, "" for a request, and the rest.
func ActParts(v transaction.ActView) (verb, rest safe.Text) {
	first, second := v.Words(Sizes)
	return safe.Clean(first), safe.Clean(second)
}

// Exit is how a command ended: "exit 100", "killed by SIGTERM".
func Exit(d *transaction.ActResult) safe.Text {
	if d.Result.Signal != "" {
		return "killed by " + safe.Clean(d.Result.Signal)
	}
	return "exit " + safe.Clean(itoa(d.Result.Exit))
}

// Ended names a command and how it ended, both "" of none.
func Ended(d *transaction.ActResult) (tool, exit safe.Text) {
	if d == nil {
		return "", ""
	}
	return safe.Clean(d.Tool()), Exit(d)
}

// Done is an act that was done, as Act.
func Done(d *transaction.ActResult) safe.Text { return Act(d.View(0)) }

// PastEnd is how an act of a past run ended, "" where there is nothing to say, and
// whether that was well. One that did not end in the journal may have a process to look
// for.
func PastEnd(a journal.Act) (end safe.Text, well bool) {
	switch {
	case a.Error != "":
		return safe.Clean(a.Error), false
	case a.Signal != "":
		return "killed by " + safe.Clean(a.Signal), false
	case a.Exit != nil:
		return "exit " + safe.Clean(itoa(*a.Exit)), *a.Exit == 0
	case !a.Done && a.PID > 0:
		return safe.Clean("process "+itoa(a.PID)) + ", which may be at work still", false
	}
	return "", a.Done
}
