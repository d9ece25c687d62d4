package transaction

import (
	"ralsh/ral"
	"ralsh/ral/value"
)

// No output of a walk contains a secret. Providers get their values from Resource.Get
// and Resource.Is; steps, events, acts and traces are redacted here.

// redactEvent returns the event with its secrets redacted.
func (rec *recording) redactEvent(ev Event) Event {
	switch ev := ev.(type) {
	case ActStarted:
		ev.Command, ev.Tool = rec.secrets.Text(ev.Command), rec.secrets.Text(ev.Tool)
		return ev
	case ActOutput:
		ev.Line = rec.secrets.Text(ev.Line)
		return ev
	case ActWaits:
		ev.For = rec.secrets.Text(ev.For)
		return ev
	case PropertyDone:
		rec.redactChange(&ev.Change)
		return ev
	case Recorded:
		ev.Is = rec.secrets.Text(ev.Is)
		return ev
	case Troubled:
		ev.Trouble.Err = rec.secrets.Error(ev.Trouble.Err)
		rec.redactStep(ev.Step)
		return ev
	case Refreshed:
		ev.By, ev.Err = rec.secrets.Texts(ev.By), rec.secrets.Error(ev.Err)
		return ev
	case Prefetched:
		ev.Err = rec.secrets.Error(ev.Err)
		return ev
	case Finished:
		ev.Err = rec.secrets.Error(ev.Err)
		return ev
	}
	return ev
}

func (rec *recording) redactStep(s *Step) {
	s.Err, s.Drift = rec.secrets.Error(s.Err), rec.secrets.Text(s.Drift)
	s.Refresh, s.Needs = rec.secrets.Texts(s.Refresh), rec.secrets.Texts(s.Needs)
	for i := range s.Changes {
		rec.redactChange(&s.Changes[i])
	}
	for i := range s.Troubles {
		s.Troubles[i].Err = rec.secrets.Error(s.Troubles[i].Err)
	}
	for i := range s.Messages {
		s.Messages[i].Text = rec.secrets.Text(s.Messages[i].Text)
	}
	for i := range s.Dropped {
		s.Dropped[i].Message = rec.secrets.Text(s.Dropped[i].Message)
	}
}

func (rec *recording) redactChange(c *Change) {
	for _, v := range []*value.Value{&c.Is, &c.Should, &c.Now, &c.Was} {
		*v = rec.redactValue(*v)
	}
	for _, text := range []*string{&c.IsText, &c.Text, &c.By, &c.Note, &c.Refused} {
		*text = rec.secrets.Text(*text)
	}
	c.Also, c.Lasting, c.Err = rec.secrets.Texts(c.Also), rec.secrets.Texts(c.Lasting), rec.secrets.Error(c.Err)
}

// redactValue marks a value as secret if it contains a secret that was declared
// elsewhere. In an unknown value, the reason is redacted.
func (rec *recording) redactValue(v value.Value) value.Value {
	switch {
	case v.IsUnknown():
		return value.Unread(rec.secrets.Text(v.Reason()))
	case v.IsNil() || v.Kind() == value.Symbol || v.IsSecret() || !rec.secrets.Holds(v.Text()):
		return v
	}
	return value.Secret(v)
}

// redactFound returns the instance with its secrets marked.
func (rec *recording) redactFound(r *ral.Resource, found *ral.Instance) *ral.Instance {
	r.TeachSecrets(rec.secrets, found)
	shown := r.ShownInstance(found)
	if rec.secrets.Empty() {
		return shown
	}
	shown = shown.Clone()
	for _, a := range r.Type.Properties() {
		if shown.Known(a.Name) {
			shown.Set(a.Name, rec.redactValue(shown.Get(a.Name)))
		}
	}
	return shown
}

// found returns the current value of a property for display, marked as a secret
// if an earlier run set a secret there.
func (s *Step) found(a *ral.Attribute) value.Value {
	if is := s.Found.Get(a.Name); is.IsSecret() {
		return is
	}
	return s.Resource.Found.Get(a.Name).Reveal()
}
