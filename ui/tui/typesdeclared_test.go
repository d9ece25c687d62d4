package tui

import (
	"testing"

	"ralsh/model"
	"ralsh/providers/resources"
	"ralsh/providers/schedule"
	"ralsh/ral/host/fakehost"
	"ralsh/ui/tui/kittest"
)

// Types that exist only in declarations are no error: they need no provider,
// and enter opens the reason.
func TestTypesOnlyDeclared(t *testing.T) {
	for _, size := range [][2]int{{80, 24}, {120, 36}} {
		reg := kittest.FixtureRegistry(t)
		schedule.Register(reg)
		reg.Add(resources.Type(reg))
		if err := reg.Err(); err != nil {
			t.Fatal(err)
		}
		session := model.NewSession(t.Context(), reg, fakehost.New(kittest.FixtureFiles()).Host)
		d := driveOn(t, session, size[0], size[1], Options{})
		d.idle()
		d.says("9 types", "schedule  ", "none")
		d.lacks("x schedule")
		d.press(":")
		d.typed("type schedule")
		d.press("enter")
		d.says("types › schedule › providers", "schedule needs no provider and does not", "the type has no providers")
		d.press("esc")
		d.press("g down down down down")
		d.press("n")
		d.says("x n: schedule needs no provider")
	}
}
