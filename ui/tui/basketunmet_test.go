package tui

import (
	"testing"

	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// The reason why a draft waits is shown completely, with a hint: the other
// draft is not in the basket, is excluded, or is not ready.
func TestWhatAnUnmetRelationshipLacks(t *testing.T) {
	for name, c := range map[string]struct {
		eve        []string
		out        bool
		why, helps string
	}{
		"not staged": {nil, false, "User[eve] is not in the basket", "stage User[eve], or drop the relationship"},
		"left out":   {[]string{"shell", "/bin/bash"}, true, "User[eve] is left out", "put User[eve] back in, or drop the relationship"},
		"not ready":  {[]string{"expiry", "tomorrow"}, false, "User[eve] is not ready", "fix User[eve], or drop the relationship"},
	} {
		t.Run(name, func(t *testing.T) {
			d, _ := kitDrive(t)
			kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash", "require", "User[eve]")
			if c.eve != nil {
				eve := kittest.StageChange(t, d.app.sh, "user", "eve", c.eve...)
				d.app.sh.Basket.SetOmitted(eve, c.out)
			}
			d.press("b g")
			d.says("not ready: " + c.why)
			d.press("w")
			d.says("User[deploy] is not in the plan: "+c.why, "next step: "+c.helps)
			d.run(d.app.push(kit.ToDifference(d.app.sh.Basket.WithDependencies(d.app.sh.Basket.Drafts()[0])[:1])))
			d.idle()
			if name != "not ready" { // there the invalid value comes first
				d.says("Could not find dependency User[eve] for User[deploy]", "Next step: "+c.helps+".")
			}
		})
	}
}
