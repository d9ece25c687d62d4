package compare

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"ralsh/model"
	"ralsh/model/basket"
	"ralsh/model/hops"
	"ralsh/model/snapshot"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
	"ralsh/ui/safe"
	"ralsh/ui/words"
)

// staged makes drafts of a difference in the basket of this host, and saves them; only names
// the resources, or is nil for all.
func (a compareCommand) staged(ctx context.Context, s *model.Session, d *snapshot.Difference, only []string) (*snapshot.Staged, error) {
	rows, missing := d.Rows(), []string(nil)
	if only != nil {
		rows, missing = d.Only(only)
	}
	b := basket.New(s)
	if !b.CanSave() {
		return nil, errors.New("cannot stage drafts: the state directory is unknown (set HOME or XDG_STATE_HOME)")
	}
	saved, err := b.Load()
	if err != nil {
		return nil, err
	}
	b.Merge(saved)
	st, err := snapshot.Stage(ctx, s, b, d, rows)
	if err != nil {
		return nil, err
	}
	for _, name := range missing {
		st.Refused = append(st.Refused, snapshot.Refused{Ref: name, Why: "the comparison has no row of this name (ralsh compare without --stage lists the rows)"})
	}
	if err := b.Flush(ctx); err != nil {
		return nil, fmt.Errorf("cannot save the basket: %w", err)
	}
	return &st, nil
}

// stageAt stages the drafts on a target: it sends the snapshot of A to the target,
// which compares it with its current state. The exit status is the status of the
// target.
func (a compareCommand) stageAt(ctx context.Context, f compareFlags, from operand, t hops.Target) error {
	var here *model.Session
	if from.word == hereNow {
		var err error
		if here, err = sessionFor(ctx, a.App, f.snapshotFlags); err != nil {
			return err
		}
	}
	snap, err := a.snapshotOf(ctx, here, from, f.snapshotFlags, new(sync.Mutex))
	if err != nil {
		return err
	}
	flags := append([]string{"--output=" + a.Format}, f.args()...)
	if f.all {
		flags = append(flags, "--all")
	}
	for _, name := range f.only {
		flags = append(flags, "--only="+name)
	}
	to := a.Out
	if a.OutTerminal {
		clean := output.NewCleaned(a.Out)
		defer clean.Flush()
		to = clean
	}
	status, err := snap.SendTo(ctx, func(ctx context.Context, args []string, in io.Reader, out io.Writer) (int, error) {
		call := a.Call(ctx, t, args)
		call.In, call.Out = in, out
		return call.Run(ctx)
	}, snapshot.StageArgs(flags...), to)
	if err == nil && status != 0 {
		return command.StatusError(status)
	}
	return err
}

// stagedText prints which drafts were made, and which were not.
func (a compareCommand) stagedText(st *snapshot.Staged) {
	a.Print("")
	if len(st.Drafts) == 0 {
		a.Print("No drafts were staged in the basket of B.")
	} else {
		a.Print("%s staged in the basket of B. Open ralsh on B to plan and apply them.", string(words.CountOf(len(st.Drafts), "draft")))
	}
	for _, d := range st.Drafts {
		a.Print("  %s", d.Ref())
	}
	a.refusedText(st.Refused)
	if st.Removals > 0 {
		what := safe.Text("resources that only B has are")
		if st.Removals == 1 {
			what = "resource that only B has is"
		}
		a.Print("  not staged: %s %s never removed by --stage", string(words.Count(st.Removals)), string(what))
	}
}

// maxAlike is the number of named rows that were rejected for the same reason.
const maxAlike = 3

// refusedText prints the rows that were not staged, with the reasons.
func (a compareCommand) refusedText(refused []snapshot.Refused) {
	byWhy := make(map[string][]string)
	var order []string
	for _, r := range refused {
		if byWhy[r.Why] == nil {
			order = append(order, r.Why)
		}
		byWhy[r.Why] = append(byWhy[r.Why], r.Ref)
	}
	for _, why := range order {
		refs := byWhy[why]
		more := ""
		if n := len(refs) - maxAlike; n > 0 {
			more = fmt.Sprintf(" and %d more", n)
		}
		a.Print("  not staged: %s%s: %s", strings.Join(refs[:min(len(refs), maxAlike)], ", "), more, why)
	}
}

// stagedItem is the document of the staged drafts.
type stagedItem struct {
	Drafts   []string      `json:"drafts"`
	Refused  []refusedItem `json:"refused"`
	Removals int           `json:"removals"` // resources that only B has
}

type refusedItem struct {
	Resource string `json:"resource"`
	Why      string `json:"why"`
}

func stagedDocument(st *snapshot.Staged) *stagedItem {
	if st == nil {
		return nil
	}
	doc := &stagedItem{Drafts: []string{}, Refused: []refusedItem{}, Removals: st.Removals}
	for _, d := range st.Drafts {
		doc.Drafts = append(doc.Drafts, d.Ref())
	}
	for _, r := range st.Refused {
		doc.Refused = append(doc.Refused, refusedItem{r.Ref, r.Why})
	}
	return doc
}
