package transaction

import (
	"ralsh/ral"
	"ralsh/ral/value"
)

// Nothing leaves a walk with a secret in it. What a provider is handed comes from
// Resource.Get and Resource.Is; steps, events, acts and traces pass here.

// redactEvent is an event as it may be told.
func (w *walk) redactEvent(ev Event) Event {
	switch ev := ev.(type) {
	case ActStarted:
		ev.Command, ev.Tool = w.secrets.Text(ev.Command), w.secrets.Text(ev.Tool)
		return ev
	case ActOutput:
		ev.Line = w.secrets.Text(ev.Line)
		return ev
	case ActWaits:
		ev.For = w.secrets.Text(ev.For)
		return ev
	case PropertyDone:
		w.redactChange(&ev.Change)
		return ev
	case Recorded:
		ev.Is = w.secrets.Text(ev.Is)
		return ev
	case Troubled:
		ev.Trouble.Err = w.secrets.Error(ev.Trouble.Err)
		w.redactStep(ev.Step)
		return ev
	case Refreshed:
		ev.Err = w.secrets.Error(ev.Err)
		return ev
	case Prefetched:
		ev.Err = w.secrets.Error(ev.Err)
		return ev
	case Finished:
		ev.Err = w.secrets.Error(ev.Err)
		return ev
	}
	return ev
}

func (w *walk) redactStep(s *Step) {
	s.Err, s.Drift = w.secrets.Error(s.Err), w.secrets.Text(s.Drift)
	s.Refresh, s.Needs = w.secrets.Texts(s.Refresh), w.secrets.Texts(s.Needs)
	for i := range s.Changes {
		w.redactChange(&s.Changes[i])
	}
	for i := range s.Troubles {
		s.Troubles[i].Err = w.secrets.Error(s.Troubles[i].Err)
	}
	for i := range s.Dropped {
		s.Dropped[i].Message = w.secrets.Text(s.Dropped[i].Message)
	}
}

func (w *walk) redactChange(c *Change) {
	for _, v := range []*value.Value{&c.Is, &c.Should, &c.Now, &c.Was} {
		*v = w.redactValue(*v)
	}
	for _, text := range []*string{&c.IsText, &c.Text, &c.By, &c.Note, &c.Refused} {
		*text = w.secrets.Text(*text)
	}
	c.Also, c.Lasting, c.Err = w.secrets.Texts(c.Also), w.secrets.Texts(c.Lasting), w.secrets.Error(c.Err)
}

// redactValue wraps a value that holds a secret which was declared elsewhere. Why
// one could not be read is a text.
func (w *walk) redactValue(v value.Value) value.Value {
	switch {
	case v.IsUnknown():
		return value.Unread(w.secrets.Text(v.Reason()))
	case v.IsNil() || v.Kind() == value.Symbol || v.IsSecret() || !w.secrets.Holds(v.Text()):
		return v
	}
	return value.Secret(v)
}

// redactFound is what was read, as it may be told.
func (w *walk) redactFound(r *ral.Resource, found *ral.Instance) *ral.Instance {
	r.TeachSecrets(w.secrets, found)
	shown := r.ShownInstance(found)
	if w.secrets.Empty() {
		return shown
	}
	shown = shown.Clone()
	for _, a := range r.Type.Properties() {
		if shown.Known(a.Name) {
			shown.Set(a.Name, w.redactValue(shown.Get(a.Name)))
		}
	}
	return shown
}
