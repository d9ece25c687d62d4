package why

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ralsh/model/listings"
	"ralsh/ui/tui/frame"
	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

func TestProvidersBeingTestedSayHowLongTheyHave(t *testing.T) {
	sh, _ := kittest.FixtureShared(t)
	s := New(sh, sh.Session.Env.Registry.Type("service"), kit.Route{})
	s.choice = nil
	s.Start() // requested, and not finished yet
	sh.Now = func() time.Time { return kittest.FixtureNow().Add(1200 * time.Millisecond) }
	if m := s.message(); m.Text != "the providers of service are being tested, at most 5.0 s per test" || m.Evidence != "1.2 s" {
		t.Errorf("%q, %q", m.Text, m.Evidence)
	}
}

// A provider says how long its listing took, with its commands, the longest first.
func TestProvidersSayHowLongTheyListed(t *testing.T) {
	sh, _ := kittest.FixtureShared(t)
	typ := sh.Session.Env.Registry.Type("service")
	s := New(sh, typ, kit.Route{})
	base, debian := typ.Provider("base"), typ.Provider("debian")
	text := func(rows []kit.PageLine) string {
		var lines []string
		for _, row := range rows {
			switch line := row.Line.(type) {
			case frame.Row:
				lines = append(lines, strings.TrimSpace(string(line.Cells[0].Text+" "+line.Evidence)))
			case frame.Ruler:
				lines = append(lines, string(line.Evidence))
			}
		}
		return strings.Join(lines, "|")
	}
	if got := s.listed(base, 80); got != nil {
		t.Errorf("not listed: %v", got)
	}
	src := &listings.Source{Provider: base, Done: true, Count: 2, Took: 1900 * time.Millisecond}
	for i := range 10 {
		src.Ran = append(src.Ran, listings.RanCommand{Command: fmt.Sprintf("status %d", i), Took: time.Duration(i) * time.Millisecond})
	}
	read := &listings.Source{Provider: debian, Done: true, Took: time.Millisecond, Searched: []string{"/etc/init.d"}}
	sh.Listings.Of(typ).Sources = []*listings.Source{src, read}
	got := text(s.listed(base, 80))
	if !strings.HasPrefix(got, "2 instances  1.9 s|") || !strings.Contains(got, "$ status 9 9 ms|$ status 8 8 ms|") || !strings.HasSuffix(got, "$ status 2 2 ms|and 2 commands that took no longer") {
		t.Errorf("listed: %s", got)
	}
	if got := text(s.listed(debian, 80)); !strings.HasSuffix(got, "searched /etc/init.d") {
		t.Errorf("read: %s", got)
	}
	if !slices.IsSortedFunc(src.Ran, func(a, b listings.RanCommand) int { return int(a.Took - b.Took) }) {
		t.Error("the commands of the source were reordered")
	}
}
