package change

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"ralsh/model"
	"ralsh/model/export"
	"ralsh/ral/journal"
	"ralsh/ral/transaction"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/cli/usage"
	"ralsh/ui/safe"
	"ralsh/ui/tui/theme"
	"ralsh/ui/words"
)

// historyCommand is the command history.
type historyCommand struct{ *command.App }

func (a historyCommand) command() *cobra.Command {
	limit, code := 0, false
	cmd := &cobra.Command{
		Use:   "history [RUN]",
		Short: "List past runs, or show a run in detail",
		Long: "After each run, ralsh removes old runs. It retains the last 200 runs (history.keep.runs) and up to 256 MiB of file contents for undo " +
			"(history.keep.contents); 0 means no limit. Set both in config.yaml (ralsh paths prints its path). ralsh retains an interrupted run until " +
			"you view it.\n\n" +
			"--code prints the declarations that a run applied, as a manifest for ralsh apply, or in YAML or JSON with -o. A secret is a call of " +
			"fail(), or [redacted] in YAML and JSON. ralsh apply rejects both until you insert the secret.",
		Example: "  ralsh history 14\n  ralsh history --limit 20\n" +
			"  ralsh history 14 -o json\n  ralsh history 14 --code >tried.pp",
		Args: usage.Arguments(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			s, err := a.Session(cmd.Context())
			if err != nil {
				return err
			}
			code = code || a.Format == "puppet"
			if limit < 0 {
				return usage.Errorf("--limit needs a number of runs (example: 20; 0 means all)")
			}
			if len(args) == 0 && code {
				return usage.Errorf("--code needs a run: ralsh history 14 --code")
			}
			if len(args) == 0 {
				return a.history(s, limit)
			}
			n, err := runNumber(args[0])
			if err != nil {
				return err
			}
			rec, err := s.History.Run(n)
			if err != nil {
				return noRun(s, err)
			}
			switch {
			case code:
				err = a.runCode(s, rec)
			case a.Format != "text":
				err = a.Document(recordDocument(rec))
			default:
				a.recordText(rec)
			}
			return errors.Join(err, s.History.MarkSeen(rec))
		},
	}
	cmd.Flags().IntVar(&limit, "limit", 0, "show the newest `N` runs (default: all)")
	cmd.Flags().BoolVar(&code, "code", false, "print the declarations that the run applied, as a manifest")
	a.OutputFlag(cmd, "text", "json", "yaml", "puppet")
	return cmd
}

// runCode prints the declarations of a run, in Puppet's syntax by default.
func (a historyCommand) runCode(s *model.Session, rec *journal.Record) error {
	as := export.Format(a.Format)
	if a.Format == "text" {
		as = export.Puppet
	}
	text, err := s.History.Code(rec, as)
	switch {
	case err != nil:
		return err
	case as == export.Puppet:
		a.PuppetCode(text)
	default:
		a.Code(text)
	}
	return nil
}

func runNumber(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return 0, usage.Errorf("%q is not a run number (ralsh history lists the runs)", text)
	}
	return n, nil
}

// noRun adds the path of the journal to the error of a missing run, or a hint to
// the error of an unreadable run.
func noRun(s *model.Session, err error) error {
	missing, isMissing := errors.AsType[*journal.NoRunError](err)
	switch {
	case isMissing && missing.Newest == 0:
		return fmt.Errorf("%w; the journal is in %s", err, s.OwnFiles.Paths.State)
	case isMissing:
		return fmt.Errorf("%w; the journal is in %s (ralsh history lists the runs)", err, s.OwnFiles.Paths.State)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("%w (only the owner can read the journal)", err)
	}
	return err
}

func (a historyCommand) history(s *model.Session, limit int) error {
	runs, err := s.History.Runs(limit)
	if err != nil {
		return noRun(s, err)
	}
	stored, err := s.History.Usage()
	if err != nil {
		return noRun(s, err)
	}
	if a.Format != "text" {
		doc := historyDocument{Schema: output.Schema, Runs: []runItem{}, Stored: storedOf(stored, s.Config.Keep)}
		for _, rec := range runs {
			doc.Runs = append(doc.Runs, runOf(rec))
		}
		return a.Document(doc)
	}
	if len(runs) == 0 {
		a.Say("%s", noRun(s, &journal.NoRunError{}))
		return nil
	}
	var rows [][]string
	for _, rec := range runs {
		what := rec.What
		if rec.Status == journal.Lost {
			rows = append(rows, []string{fmt.Sprint(rec.Number), "-", "-", words.RunState(rec), fmt.Sprint(rec.Changed), model.Ending(rec, time.Local)})
			continue
		}
		if rec.Root != "/" {
			what += "  (below " + rec.Root + ")"
		}
		what += model.UndoneMark(rec)
		rows = append(rows, []string{
			fmt.Sprint(rec.Number), rec.Began.Local().Format("2006-01-02 15:04:05"), rec.Who(),
			words.RunState(rec), fmt.Sprint(rec.Changed), what,
		})
	}
	a.TableOf([]string{"RUN", "WHEN", "WHO", "STATUS", "CHANGES", "WHAT"}, rows, func(row int, head string) theme.Token {
		if head == "STATUS" {
			return runToken(runs[row])
		}
		return theme.Text
	})
	a.Say("%s", model.StoredText(stored, s.Config.Keep))
	return nil
}

// recordText prints a run step by step: each change, each action with exit
// status and time, and the unknown results.
func (a historyCommand) recordText(rec *journal.Record) {
	if rec.Status == journal.Lost {
		a.Print("run %d: %s", rec.Number, words.RunState(rec))
		a.ending(rec)
		return
	}
	a.Print("run %d: %s, %s", rec.Number, rec.What, a.Paint(runToken(rec), words.RunState(rec)))
	from := ""
	if start := rec.Start(); start != "" {
		from = ", from " + start
	}
	if rec.Terminal != "" {
		from += ", on " + rec.Terminal
	}
	a.Print("  %s, by %s on %s, root %s, ralsh %s, process %d%s", rec.Began.Local().Format("2006-01-02 15:04:05 MST"),
		rec.Who(), rec.Host, rec.Root, rec.Version, rec.PID, from)
	if rec.Error != "" {
		a.Print("  ! %s", rec.Error)
	}
	for _, l := range rec.Leftovers {
		a.Print("  %s", l)
	}
	var left []string
	for i := range rec.Steps {
		if st := &rec.Steps[i]; st.Status == transaction.NotBegun.String() {
			left = append(left, st.Ref())
		} else {
			a.pastStep(rec, st)
		}
	}
	for _, p := range rec.Planned {
		if p.LeftOut != "" {
			a.Print("%s: skipped: %s", p.Ref(), p.LeftOut)
		}
	}
	if left = append(left, rec.Untouched()...); len(left) > 0 {
		a.Print("%s", notStarted(left))
	}
	a.ending(rec)
}

func (a historyCommand) ending(rec *journal.Record) {
	if text := model.Ending(rec, time.Local); text != "" {
		a.Print("%s", text)
	}
	if rec.Summary != "" {
		a.Print("%s", rec.Summary)
	}
	if text := model.UndoneBy(rec); text != "" {
		a.Print("%s", text)
	}
	for _, text := range model.Damage(rec) {
		a.Say("%s", text)
	}
}

func (a historyCommand) pastStep(rec *journal.Record, st *journal.Step) {
	a.Print("%d  %s (provider %s): %s", st.N, a.Ref(st.Ref()), st.Provider, words.PastStatus(st, rec.Status == journal.Running))
	if st.Error != "" {
		a.Print("   ! %s", st.Error)
	}
	for _, c := range st.Changes {
		text := ""
		if end := words.PastChangeEnd(st, c); end != "" {
			text = "  (" + string(end) + ")"
		}
		if c.Error != "" {
			text += "  ! " + c.Error
		}
		a.Print("   %s: %s -> %s%s", c.Property, brief(c.Is.Text()), brief(c.Should.Text()), text)
		if left := st.Left(c); left != "" {
			a.Print("   now: %s", brief(left))
		}
	}
	for _, act := range st.Acts {
		a.Print("   %s  %s", act.Began.Local().Format("15:04:05"), actLine(act))
	}
	for _, r := range words.Past(rec, st) {
		remark(a.App, "   ", r)
	}
}

// brief shortens a value to a single line.
func brief(text string) string { return string(safe.Clean(text).Cut(100, "...")) }

// runToken returns the token of the status of a run.
func runToken(rec *journal.Record) theme.Token {
	switch {
	case rec.State() == "failed":
		return theme.Danger
	case rec.Stopped > 0:
		return theme.Change
	case rec.Status == journal.CutOff, rec.Status == journal.Lost, rec.Status == journal.Running:
		return theme.Info
	case rec.Status == journal.NotBegun, rec.Status == journal.Stopped:
		return theme.Remove
	}
	return theme.OK
}
