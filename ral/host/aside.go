package host

import (
	"context"

	"ralsh/ral/host/sandbox"
)

// aside is a view for commands that look: some write where they look, as git fetch
// does, and fail where they cannot. What they write is seen by those that follow, and
// then thrown away.
type aside struct {
	view   *sandbox.View
	runner *sandbox.Process
	seen   int // acts of the plan that it shows
}

// openAside makes that view what the process sees: this machine, with what a plan
// has recorded.
func (w *Worker) openAside(ctx context.Context) error {
	var acts []Act
	if w.aside == nil {
		view, err := w.box.Overlay(ctx, false)
		if err != nil {
			return err
		}
		w.aside = &aside{view: view}
		if w.rec != nil {
			acts = w.rec.earlier()
		}
	}
	if w.rec == nil {
		return nil
	}
	own := w.rec.Since(w.aside.seen)
	w.aside.seen += len(own)
	return w.show(ctx, w.aside.view, append(acts, own...))
}

// dropAside forgets what commands wrote.
func (w *Worker) dropAside() {
	if w.aside != nil {
		w.aside.view.Close() // with its runner
		w.aside = nil
	}
}
