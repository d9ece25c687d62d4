package words

import (
	"ralsh/ral/journal"
	"ralsh/ral/transaction"
	"ralsh/ui/safe"
)

// Act formats an action in a line, with counted bytes: "write /etc/hosts, 1,117
// → 1,119 bytes".
func Act(d *transaction.ActResult) safe.Text {
	verb, rest := ActParts(d)
	if verb == "" {
		return rest
	}
	return verb + " " + rest
}

// Bare formats an act as Act does, without the mark of a command.
func Bare(d *transaction.ActResult) safe.Text {
	if verb, rest := ActParts(d); verb == "$" {
		return rest
	}
	return Act(d)
}

// ActParts returns the verb of an act, or "$" for a command, and the rest. The
// verb is "" for a request.
func ActParts(d *transaction.ActResult) (verb, rest safe.Text) {
	first, second := d.Act.Words(Sizes)
	return safe.Clean(first), safe.Clean(second)
}

// Exit reports how a command ended: "exit 100", "killed by SIGTERM".
func Exit(d *transaction.ActResult) safe.Text {
	if d.Result.Signal != "" {
		return "killed by " + safe.Clean(d.Result.Signal)
	}
	return "exit " + safe.Clean(itoa(d.Result.Exit))
}

// Ended returns the name of a command and how it ended. Both are "" if d is
// nil.
func Ended(d *transaction.ActResult) (tool, exit safe.Text) {
	if d == nil {
		return "", ""
	}
	return safe.Clean(d.Tool()), Exit(d)
}

// PastEnd reports how an action of a past run ended, and whether it succeeded.
// The text is "" without a result. If the journal lacks the end of a command,
// its process may still be running.
func PastEnd(a journal.Act) (end safe.Text, well bool) {
	switch {
	case a.Error != "":
		return safe.Clean(a.Error), false
	case a.Signal != "":
		return "killed by " + safe.Clean(a.Signal), false
	case a.Exit != nil:
		return "exit " + safe.Clean(itoa(*a.Exit)), *a.Exit == 0
	case !a.Done && a.PID > 0:
		return safe.Clean("process "+itoa(a.PID)) + ", which may still be running", false
	}
	return "", a.Done
}
