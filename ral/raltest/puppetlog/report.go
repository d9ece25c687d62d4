package puppetlog

import (
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// Event is an event of a resource in a report (semantics.md L22, R2).
type Event struct {
	Resource, Name, Property, Status, Message string
	Previous, Desired, Historical             value.Value
	Audited, Corrective, InvalidateRefreshes  bool
	Redacted                                  bool
}

// Events returns the events of a resource, in order.
func Events(s *transaction.Step) []Event {
	var list []Event
	for _, t := range s.Troubles {
		if t.Kind == transaction.CannotPrefetch || t.Kind == transaction.InCycle {
			list = append(list, troubleEvent(s, t))
		}
	}
	for i := range s.Changes {
		if c := &s.Changes[i]; !c.Part {
			list = append(list, changeEvent(s, c))
		}
	}
	for _, t := range s.Troubles {
		if t.Kind == transaction.CannotEvaluate || t.Kind == transaction.CannotRefresh {
			list = append(list, troubleEvent(s, t))
		}
	}
	if s.Restarted > 0 {
		list = append(list, Event{
			Resource: s.Ref(), Name: "refresh", Status: "success", Message: "Triggered 'refresh' from " + events(s.Restarted),
		})
	}
	return list
}

func changeEvent(s *transaction.Step, c *transaction.Change) Event {
	status := map[transaction.Status]string{
		transaction.Failed: "failure", transaction.DidNotTake: "failure", transaction.Blocked: "failure",
		transaction.Noop: "noop", transaction.Audited: "audit",
	}[c.Status]
	if status == "" {
		status = "success"
	}
	is, should := c.Is, c.Should
	secret := is.IsSecret() || should.IsSecret()
	if secret {
		is, should = value.Str(value.Redacted), value.Str(value.Redacted)
	}
	return Event{
		Redacted: secret, Resource: s.Ref(), Name: c.Event, Property: c.Attr.Name, Status: status, Message: Message(s, c),
		Previous: is, Desired: should, Historical: c.Was, Audited: c.Audited, Corrective: c.Corrective,
		InvalidateRefreshes: c.Attr.InvalidatesRefreshes(c.Should),
	}
}

func troubleEvent(s *transaction.Step, t transaction.Trouble) Event {
	message := detail(t.Err)
	switch t.Kind {
	case transaction.CannotPrefetch:
		message = "Prefetch failed for " + s.Resource.Type.Name + " provider '" + s.Resource.Provider.Name + "'"
	case transaction.CannotRefresh:
		message = "Failed to call refresh: " + message
	}
	return Event{Resource: s.Ref(), Name: "resource_error", Status: "failure", Message: message}
}
