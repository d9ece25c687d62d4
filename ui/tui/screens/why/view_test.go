package why

import (
	"testing"
	"time"

	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

func TestProvidersBeingTestedSayHowLongTheyHave(t *testing.T) {
	sh, _ := kittest.FixtureShared(t)
	s := New(sh, sh.Session.Env.Registry.Type("service"), kit.Route{})
	s.choice = nil
	s.Start() // requested, and not finished yet
	sh.Now = func() time.Time { return kittest.FixtureNow().Add(1200 * time.Millisecond) }
	if m := s.message(); m.Text != "the providers of service are being tested, each test has 5.0 s" || m.Evidence != "1.2 s" {
		t.Errorf("%q, %q", m.Text, m.Evidence)
	}
}
