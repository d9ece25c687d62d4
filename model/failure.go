package model

import (
	"errors"
	"slices"
	"strings"

	"ralsh/ral/host"
)

// Failure is an error split into the parts that a screen shows.
type Failure struct {
	Command string   // failed command, or ""
	Status  string   // one line: `exit 1, "pip: no python here"`, or the error itself
	Lines   []string // last lines of the command's output, or the other lines of the error
}

// FailureOf splits an error; it returns at most the given number of lines.
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
