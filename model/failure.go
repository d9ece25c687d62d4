package model

import (
	"errors"
	"slices"
	"strings"

	"ralsh/ral/host"
)

// Failure is an error in the parts that a screen shows apart.
type Failure struct {
	Command string   // that ran and failed, "" when none did
	Status  string   // in a line: `exit 1, "pip: no python here"`, or the error itself
	Lines   []string // the last that the command printed, or the other lines of the error
}

// FailureOf takes an error apart; at most so many lines are kept.
func FailureOf(err error, lines int) Failure {
	var failed *host.CommandError
	if errors.As(err, &failed) {
		return Failure{
			Command: failed.Command,
			Status:  strings.TrimPrefix(failed.Error(), failed.Command+": "),
			Lines:   failed.Result.Tail(lines),
		}
	}
	all := slices.Collect(strings.SplitSeq(strings.TrimSpace(err.Error()), "\n"))
	return Failure{Status: all[0], Lines: all[1:min(len(all), 1+lines)]}
}
