// Command manual writes the manual pages of a program, one for each command, generated
// from the commands themselves: manual PROGRAM VERSION DIR. The program is ralsh or
// ralsh-agent, and SOURCE_DATE_EPOCH is the date of its pages.
package main

import (
	"fmt"
	"os"
	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ui/agent/command"
	"ralsh/ui/cli"
	"strconv"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

func main() {
	if err := write(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "manual:", err)
		os.Exit(1)
	}
}

func write(args []string) error {
	if len(args) != 3 {
		return fmt.Errorf("it takes a program, a version and a directory, not %d arguments", len(args))
	}
	epoch, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64)
	if err != nil {
		return fmt.Errorf("SOURCE_DATE_EPOCH: %w", err)
	}
	date := time.Unix(epoch, 0).UTC()
	var root *cobra.Command
	switch args[0] {
	case "ralsh":
		reg := ral.NewRegistry()
		providers.Register(reg)
		root = cli.Commands(reg)
	case "ralsh-agent":
		root = command.Commands()
	default:
		return fmt.Errorf("%s has no manual", args[0])
	}
	quiet(root)
	return doc.GenManTree(root, &doc.GenManHeader{
		Section: "1", Date: &date, Source: "ralsh " + args[1], Manual: "ralsh",
	}, args[2])
}

// quiet removes the generator's own line, which has no fixed date.
func quiet(cmd *cobra.Command) {
	cmd.DisableAutoGenTag = true
	for _, c := range cmd.Commands() {
		quiet(c)
	}
}
