package puppetlog

import (
	"fmt"

	"ralsh/ral/transaction"
)

// Log collects the lines of level notice and above for a stream of events.
type Log struct {
	Lines []Line

	steps    map[int]*transaction.Step
	reported map[*transaction.Step]bool // failed resources that were already named
}

const self = "Puppet"

// Take adds the lines of the next event.
func (l *Log) Take(ev transaction.Event) {
	switch ev := ev.(type) {
	case transaction.RunStarted:
		l.steps = make(map[int]*transaction.Step, len(ev.Steps))
		l.reported = make(map[*transaction.Step]bool)
		for _, s := range ev.Steps {
			l.steps[s.N] = s
		}
	case transaction.StepAdded:
		l.steps[ev.Step.N] = ev.Step
	case transaction.PropertyDone:
		l.property(l.steps[ev.N], ev.Change)
	case transaction.Recorded:
		l.add("notice", Path(l.steps[ev.N])+"/"+ev.Attr.Name, "audit change: newly-recorded value "+ev.Is)
	case transaction.PassedOver:
		l.passedOver(l.steps[ev.N], ev)
	case transaction.Troubled:
		l.troubled(ev.Step, ev.Trouble)
	case transaction.Refreshed:
		l.refreshed(ev)
	case transaction.Prefetched:
		if ev.Err != nil {
			l.add("err", self, fmt.Sprintf("Could not prefetch %s provider '%s': %s", ev.Provider.Type, ev.Provider.Name, reason(ev.Err, ev.Provider)))
		}
	case transaction.Unprovided:
		l.add("err", self, "Could not find a suitable provider for "+ev.Type.Name)
	case transaction.Finished:
		if ev.Err != nil {
			l.add("err", self, "post_resource_eval failed for provider "+providerClass(ev.Provider))
		}
	}
}

func (l *Log) add(level, source, message string) {
	l.Lines = append(l.Lines, Line{level, source, message})
}

func (l *Log) property(s *transaction.Step, c transaction.Change) {
	source := Path(s) + "/" + c.Attr.Name
	for _, line := range transaction.Output(s, &c) {
		l.add(level(s), source, line)
	}
	if c.Status == transaction.Failed {
		why := changeDetail(s, &c)
		l.add("err", self, why)
		if wrapped(s, &c) {
			l.add("err", self, why+"\nWrapped exception:\n"+detail(c.Err))
		}
		l.add("err", source, Message(s, &c))
		return
	}
	if s.Resource.Type.Name == "notify" && c.Status == transaction.Changed {
		l.message(s, c)
	}
	l.add(level(s), source, Message(s, &c))
}

// message adds the message of a notify resource, in addition to its change.
func (l *Log) message(s *transaction.Step, c transaction.Change) {
	source := self
	if s.Resource.True("withpath") {
		source = Path(s) + "/" + c.Attr.Name
	}
	text := c.Should.Text()
	if c.Should.IsSecret() {
		text = "Sensitive [value redacted]"
	}
	l.add(level(s), source, text)
}

// level returns the level of the resource for changes.
func level(s *transaction.Step) string {
	switch name := s.Resource.Get("loglevel").Text(); name {
	case "":
		return "notice"
	case "verbose":
		return "info"
	default:
		return name
	}
}

func (l *Log) passedOver(s *transaction.Step, ev transaction.PassedOver) {
	switch ev.Why {
	case transaction.NeedsFailed:
		for _, failed := range ev.Failed {
			if !l.reported[failed] {
				l.reported[failed] = true
				l.add("notice", Path(s), "Dependency "+failed.Ref()+" has failures: true")
			}
		}
		l.add("warning", Path(s), "Skipping because of failed dependencies")
	case transaction.PrefetchFailed:
		l.add("warning", Path(s), "Skipping because provider prefetch failed")
	}
}

func (l *Log) troubled(s *transaction.Step, t transaction.Trouble) {
	switch t.Kind {
	case transaction.CannotEvaluate:
		l.add("err", Path(s), "Could not evaluate: "+detail(t.Err))
	case transaction.Unsuitable:
		if p := s.Resource.Provider; p != nil {
			l.add("err", Path(s), "Provider "+p.Name+" is not functional on this host")
		}
	case transaction.CannotGenerate:
		hook := "generate"
		if s.N > 0 {
			hook = "eval_generate"
		}
		l.add("err", Path(s), "Failed to generate additional resources using '"+hook+"': "+detail(t.Err))
	}
}

func (l *Log) refreshed(ev transaction.Refreshed) {
	source := Path(ev.Step)
	switch {
	case ev.Step.Decl.Container:
		source = holderRef(ev.Step)
	case ev.After:
		source = ev.Step.Decl.Title
	}
	switch {
	case ev.Err != nil:
		l.add("err", source, "Failed to call refresh: "+detail(ev.Err))
		l.add("err", source, detail(ev.Err))
	case ev.Noop:
		l.add("notice", source, "Would have triggered 'refresh' from "+events(ev.Events))
	default:
		l.add("notice", source, "Triggered 'refresh' from "+events(ev.Events))
	}
}

func events(n int) string {
	if n == 1 {
		return "1 event"
	}
	return fmt.Sprintf("%d events", n)
}
