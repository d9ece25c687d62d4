package journal

import "ralsh/ral/transaction"

// openStep is a step that has begun and not ended. A batch has several.
type openStep struct {
	n       int
	written bool
	was     bool
	acts    int  // number of its acts
	act     *Act // the act that has begun and not ended; acts follow each other
}

func (w *Writer) opened(n int) *openStep {
	step := w.open[n]
	if step == nil {
		step = &openStep{n: n}
		w.open[n] = step
	}
	return step
}

// together records all steps of the next act before it is tried.
func (w *Writer) together(steps []*transaction.Step) {
	var lines []line
	for _, s := range steps {
		lines = append(lines, w.begin(s.N)...)
	}
	w.write(lines...)
}

// begin returns the line that opens a step, or nil if it was already written. It is
// written only before a change: a thousand resources in sync have no lines.
func (w *Writer) begin(n int) []line {
	step := w.opened(n)
	if step.written {
		return nil
	}
	step.written = true
	var begun Step
	if s := w.steps[n]; s != nil {
		begun.name(s)
		if s.Found != nil {
			step.was = true
			begun.Was = w.props(s.Resource, s.Found)
			begun.Initial = w.initial(s, begun.Was)
		}
	}
	return []line{&stepLine{lineHead{Kind: lineStep, N: n}, begun}}
}

// initial returns the properties that differ between the plan and the beginning
// of the step, because an earlier step of the run may have changed them.
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
