package remote

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"ralsh/model/fleet"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/safe"
)

// read runs a read-only command on many hosts, and prints the answers.
func (m *many) read(ctx context.Context) error {
	format, args := fleet.Text, m.command.args
	if m.command.output != "text" {
		format, args = fleet.JSON, m.command.With("--output=json")
	}
	if m.command.Change && m.command.output == "jsonl" { // a plan
		format, args = fleet.JSONLines, m.command.With("--output=jsonl")
	}
	at := func(t fleet.Target) []string { return m.numbered(args, t) }
	m.signReads(ctx, at)
	run := m.runner(format, at)
	m.shown.begin("asking", len(m.targets))
	run.Ended = func(*fleet.Answer) { m.shown.ended() }
	answers := run.Run(ctx, m.targets, nil)
	m.shown.clear()
	answers = slices.Concat(answers, m.left, m.late())
	if err := m.answers(answers); err != nil {
		return err
	}
	return m.exit(ctx, answers)
}

// numbered has an undo name the run of the last command at a host.
func (m *many) numbered(args []string, t fleet.Target) []string {
	if m.command.undo && !m.command.numbered && t.Run > 0 {
		return append(args[:len(args):len(args)], fmt.Sprint(t.Run))
	}
	return args
}

// answers prints the answers of the hosts in the requested format.
func (m *many) answers(answers []*fleet.Answer) error {
	if m.command.raw && len(answers) == 1 {
		return m.answerRaw(answers[0])
	}
	switch m.command.output {
	case "json":
		return m.jsonAnswers(answers)
	case "jsonl":
		return m.lineAnswers(answers)
	}
	for _, g := range fleet.GroupAnswers(answers) {
		if err := m.answerText(g); err != nil {
			return err
		}
	}
	m.unanswered(answers)
	return nil
}

// answerText prints an answer once, with its hosts. An answer of a single line is printed
// on the same line.
func (m *many) answerText(g fleet.Group) error {
	first := g.First()
	heading := output.Counted(len(g.Answers), "host")
	names := strings.Join(g.Names(), " ")
	status := ""
	if first.Outcome == fleet.Failed {
		status = fmt.Sprintf(" (exit status %d)", first.Exit)
	}
	in := bufio.NewReaderSize(first.Reader(), 64<<10)
	line, err := in.ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	line = strings.TrimSuffix(line, "\n")
	if _, err := in.Peek(1); err != nil {
		if line != "" {
			line += ": "
		}
		m.Print("%s%s: %s%s", heading, status, line, names)
		return nil
	}
	m.Print("%s%s: %s", heading, status, names)
	for {
		if _, err := fmt.Fprintf(m.Out, "  %s\n", safe.Clean(line)); err != nil {
			return err
		}
		switch line, err = in.ReadString('\n'); {
		case errors.Is(err, io.EOF) && line == "":
			return nil
		case err != nil && !errors.Is(err, io.EOF):
			return err
		}
		line = strings.TrimSuffix(line, "\n")
	}
}

// unanswered prints the hosts without an answer by outcome.
func (m *many) unanswered(answers []*fleet.Answer) {
	byOutcome := make(map[fleet.Outcome][]fleet.Group)
	var order []fleet.Outcome
	for _, g := range fleet.Unanswered(answers) {
		out := g.First().Outcome
		if byOutcome[out] == nil {
			order = append(order, out)
		}
		byOutcome[out] = append(byOutcome[out], g)
	}
	for _, out := range order {
		n, text := 0, ""
		for _, g := range byOutcome[out] {
			n += len(g.Answers)
			text += " " + strings.Join(g.Names(), " ")
			if out != fleet.NotBegun && out != fleet.Stopped { // their reasons add no information
				text += " (" + g.First().Reason + ")"
			}
		}
		m.Print("x %s:%s", outcomeCount(out, n), text)
	}
}

// outcomeCount returns the number of hosts with an outcome.
func outcomeCount(out fleet.Outcome, n int) string {
	if out == fleet.Lost {
		return "lost contact with " + output.Counted(n, "host") + ", where the command may still be running"
	}
	return fmt.Sprintf("%d %s", n, outcomeText(out))
}

// outcomeText returns the text of an outcome.
func outcomeText(out fleet.Outcome) string {
	if out == fleet.LeftOut {
		return "skipped"
	}
	return strings.ReplaceAll(string(out), "_", " ")
}

// exit returns the exit status of a command at many hosts as an error.
func (m *many) exit(ctx context.Context, answers []*fleet.Answer) error {
	status := 0
	for _, a := range answers {
		switch {
		case a.Outcome == fleet.LeftOut:
		case !m.command.detailed && a.Outcome != fleet.Done:
			status |= command.Failure
		case m.command.detailed && a.Reached && a.Exit > 0 && a.Exit < 8:
			status |= a.Exit
		case m.command.detailed && a.Outcome != fleet.Done:
			status |= command.Failed(true)
		}
	}
	if ctx.Err() != nil {
		status = command.Cancelled
	}
	if status == 0 {
		return nil
	}
	return command.StatusError(status)
}
