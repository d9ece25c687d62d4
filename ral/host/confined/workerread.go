package confined

import (
	"context"

	"ralsh/ral/host"
	"ralsh/ral/host/sandbox"
)

// aside is a view for commands that read: some of them write next to the data, like git fetch,
// and fail without write access. Later commands see these writes, and then they are discarded.
type aside struct {
	view   *sandbox.View
	runner *sandbox.Process
	seen   int // acts of the plan that it shows
}

// openAside creates that view from the view of the process: this machine, with the recorded
// acts of a plan.
func (w *Worker) openAside(ctx context.Context) error {
	var acts []host.Act
	if w.aside == nil {
		view, err := w.box.Overlay(ctx, false)
		if err != nil {
			return err
		}
		w.aside = &aside{view: view}
		if w.rec != nil {
			acts = w.rec.Earlier()
		}
	}
	if w.rec == nil {
		return nil
	}
	own := w.rec.Since(w.aside.seen)
	w.aside.seen += len(own)
	return w.show(ctx, w.aside.view, append(acts, own...))
}

// dropAside discards the writes of commands.
func (w *Worker) dropAside() {
	if w.aside != nil {
		w.aside.view.Close() // with its runner
		w.aside = nil
	}
}
