package transaction

import (
	"fmt"

	"ralsh/ral"
	"ralsh/ral/earlier"
)

// audit reports audited properties that changed since the last run and that this run
// did not change (semantics.md L40).
func (w *walk) audit(s *Step) {
	if w.Persistence == nil || !s.Resource.Has("audit") {
		return
	}
	for _, a := range s.Resource.Audited() {
		is := w.Persistence.Print(s.Resource, a, s.Found.Get(a.Name))
		was, known := s.was[a.Name]
		switch {
		case is.IsUnknown():
		case !known:
			w.emit(Recorded{s.N, a, is.Text()})
		case !was.Equal(is) && s.changeOf(a.Name) == nil:
			should := s.Resource.Shown(a.Name)
			c := Change{
				Attr: a, Is: is, Should: should, Was: was, IsText: a.TextOfIs(s.Resource, is),
				Event: a.EventName(s.Resource.Type, should), Status: Audited, Audited: true,
			}
			c.Text = fmt.Sprintf("%s was %s when ralsh last read it, now it is %s", a.Name, a.TextOfIs(s.Resource, was), c.IsText)
			s.Changes = append(s.Changes, c)
			w.emit(PropertyDone{s.N, c})
		}
	}
}

// mark records on a change the previous audited value, and whether the change
// is corrective (semantics.md L26, L27).
func (o *Options) mark(s *Step, c *Change) {
	if s.Resource.Audits(c.Attr) {
		c.Audited = true
		c.Was = s.was[c.Attr.Name]
	}
	if o.Persistence == nil || !o.Corrective || o.IsUndo || earlier.IsSecret(s.Resource, c.Attr, c.Is) || c.Attr.Transient {
		return
	}
	known := o.Persistence.Known(s.Ref())
	if known == nil || known.SystemValue[c.Attr.Name] == nil {
		return
	}
	brought := known.SystemValue[c.Attr.Name]
	insync := true
	err := ral.Guard(func() error {
		insync = c.Attr.InSync(ral.Hook{A: c.Attr, R: s.Resource}, c.Is, brought)
		return nil
	})
	c.Corrective = err == nil && !insync
}
