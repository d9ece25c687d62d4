package journal

import "ralsh/ral/transaction"

// openStep is a step that was begun and has not ended. There are several where
// a provider writes for several at once.
type openStep struct {
	n       int
	written bool
	was     bool
	acts    []Act
}

func (w *Writer) opened(n int) *openStep {
	step := w.open[n]
	if step == nil {
		step = &openStep{n: n}
		w.open[n] = step
	}
	return step
}

// together writes down all that the next act is about, before it is tried.
func (w *Writer) together(steps []*transaction.Step) {
	var lines []line
	for _, s := range steps {
		lines = append(lines, w.begin(s.N)...)
	}
	w.write(lines...)
}

// begin is the line that opens a step, none when it is written already. It is
// not written before there is something to change: of a thousand resources in
// sync there is nothing to tell.
func (w *Writer) begin(n int) []line {
	step := w.opened(n)
	if step.written {
		return nil
	}
	step.written = true
	l := line{Kind: lineStep, N: n}
	s := w.steps[n]
	l.name(s)
	if s != nil && s.Found != nil {
		step.was = true
		l.Was = w.props(s.Resource, s.Found)
		l.Initial = w.initial(s, l.Was)
	}
	return []line{l}
}

// initial are the properties that a resource had in the plan and no longer had when
// its step began: an earlier step of the run may have changed them.
func (w *Writer) initial(s *transaction.Step, was []Prop) (list []Prop) {
	found := w.plan[s.Ref()]
	if found == nil {
		return nil
	}
	for _, p := range w.props(s.Resource, found) {
		if now, known := prop(was, p.Name); known && p.Value.Unknown == "" && !now.Same(p.Value) {
			list = append(list, p)
		}
	}
	return list
}
