package hosts

import (
	"context"
	"errors"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"ralsh/model"
	"ralsh/model/fleet"
	"ralsh/ui/safe"
	"ralsh/ui/tui/kit"
)

// result is a part of the answers: the inventory first, then the hosts.
type result struct {
	inv   *fleet.Inventory
	hosts []*entry
	found fleet.Found
	here  *fleet.Found // of this host
	err   error
}

// errNoReach is a session that other hosts cannot be reached from.
var errNoReach = errors.New("this session cannot reach other hosts")

// ask reads the inventory and all hosts again. The old answer of a host stays
// until the new answer.
func (s *Screen) ask() tea.Cmd {
	s.err = nil
	reach, session := s.Sh.Reach, s.Sh.Session
	return s.asks.Stream(s.Sh, func(ctx context.Context, put func(result)) {
		inv, hosts, err := inventory(reach, session)
		if put(result{inv: inv, hosts: hosts, err: err}); err != nil {
			return
		}
		here := ours(ctx, session)
		put(result{here: &here})
		var targets []fleet.Target
		for _, e := range hosts[1:] {
			targets = append(targets, e.target)
		}
		err = fleet.Survey(ctx, reach, targets, func(f fleet.Found) { put(result{found: f}) })
		if err != nil {
			put(result{err: err})
		}
	})
}

// inventory returns this host and the hosts of the inventory.
func inventory(reach fleet.Reach, session *model.Session) (*fleet.Inventory, []*entry, error) {
	if reach.Inventory == nil {
		return nil, nil, errNoReach
	}
	inv, err := reach.Inventory()
	if err != nil {
		return nil, nil, err
	}
	list := []*entry{{target: fleet.Target{Name: session.HostName()}}}
	if len(inv.Hosts()) == 0 {
		return inv, list, nil
	}
	targets, err := inv.Expand("@"+fleet.All, fleet.Last{})
	if err != nil {
		return nil, nil, err
	}
	for i, t := range targets {
		list = append(list, &entry{place: i + 1, target: t})
	}
	return inv, list, nil
}

// ours returns the answer of this host.
func ours(ctx context.Context, session *model.Session) fleet.Found {
	began := time.Now()
	f := fleet.Found{Target: fleet.Target{Name: session.HostName()}, Reached: true}
	if session.Facts != nil {
		var parts []string
		for _, name := range []string{"os.name", "os.release.full"} {
			if v, err := session.Facts.Fact(ctx, name); err == nil && !v.IsNil() {
				parts = append(parts, v.Text())
			}
		}
		f.System = strings.Join(parts, " ")
	}
	runs, err := session.History.Runs(1)
	if err != nil {
		f.Reason = "cannot read its history: " + err.Error()
	}
	if len(runs) > 0 {
		rec := runs[0]
		f.Last = &fleet.LastRun{Run: rec.Number, Began: rec.Began, Status: rec.Status, What: rec.What, Failed: rec.Failed}
	}
	f.Took = time.Since(began)
	return f
}

func (s *Screen) take(results []result) {
	for _, r := range results {
		switch {
		case r.err != nil:
			s.err = r.err
		case r.inv != nil:
			s.inv = r.inv
			s.replace(r.hosts)
		case r.here != nil:
			s.answer(s.all[0], *r.here)
		default:
			if e := s.named[r.found.Target.Name]; e != nil {
				s.answer(e, r.found)
			}
		}
	}
	s.List.Add(s.all...) // what the filter matches has changed
	s.Narrow()
}

// answer stores the answer of a host.
func (s *Screen) answer(e *entry, f fleet.Found) { e.asked, e.found = true, f }

// replace sets the hosts of an inventory that was read again, with their old
// answers.
func (s *Screen) replace(hosts []*entry) {
	named := make(map[string]*entry, len(hosts))
	for _, e := range hosts {
		if old := s.named[e.id()]; old != nil {
			e.found, e.compared, e.counts = old.found, old.compared, old.counts
		}
		named[e.id()] = e
	}
	s.all, s.named = hosts, named
	s.List.Set(hosts)
}

// visitedMsg is sent when the user left the screens of a remote host.
type visitedMsg struct {
	screen *Screen
	err    error
}

// visit lends the terminal to the screens of a host.
func (s *Screen) visit(e *entry) tea.Cmd {
	var flags []string
	if s.Sh.Mode.ASCII {
		flags = append(flags, "--ascii")
	}
	if s.Sh.Mode.Plain {
		flags = append(flags, "--plain")
	}
	run := model.NewVisit(s.Sh.Ctx, e.target.On.String(), flags...)
	return s.Sh.LendTo(run, func(err error) tea.Msg { return visitedMsg{s, err} })
}

// visited reads the host again, which may have changed.
func (s *Screen) visited(msg visitedMsg) tea.Cmd {
	if msg.err != nil {
		return kit.SayUnavailable(safe.Clean(msg.err.Error()))
	}
	return s.ask()
}
