package star_test

import (
	"strings"
	"testing"

	"ralsh/ral/condition"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/modules/star"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/onhost"
)

// A setting is compared as a fact is; an unknown one is no setting, and a
// fault where faults are collected.
func TestConfineOnSetting(t *testing.T) {
	for _, c := range []struct {
		confine, title, want, got, reason string
		outcome                           onhost.Outcome
	}{
		{`{"setting.environment": "testing"}`, "setting environment is testing", "testing", "testing", "", onhost.Passed},
		{`{"setting.environment": ["Production", "TESTING"]}`, "setting environment is Production or TESTING", "Production or TESTING", "testing", "", onhost.Passed},
		{`{"setting.environment": "production"}`, "setting environment is production", "production", "testing", "setting environment is testing", onhost.Failed},
		{`{"setting.empty": "x"}`, "setting empty is x", "x", "", "setting empty is ", onhost.Failed},
		{`{"setting.enviroment": "testing"}`, "setting enviroment is testing", "testing", "no setting enviroment", "no setting enviroment", onhost.Failed},
		{`{"setting.Environment": "testing"}`, "setting Environment is testing", "testing", "no setting Environment", "no setting Environment", onhost.Failed},
		{`{"setting.x": "no setting x"}`, "setting x is no setting x", "no setting x", "no setting x", "no setting x", onhost.Failed},
	} {
		space := star.NewSpace()
		space.Settings = map[string]string{"environment": "testing", "empty": ""}
		code := "provider('p', type = 'widget', confine = " + c.confine + ")"
		d, err := space.Load(t.Context(), star.Source{Module: "m", Path: "t.star", Text: []byte(code)})
		if err != nil {
			t.Fatal(err)
		}
		v := onhost.Try(t.Context(), d.Providers[0].Confines[0], condition.Probe{Reader: fakehost.New(nil).Reader()})
		if v.Kind != condition.ConfineSetting || v.Title != c.title || strings.Join(v.Expected, "") != c.want || v.Got != c.got || v.Outcome != c.outcome {
			t.Errorf("%s: %+v", c.confine, v)
		}
		if c.outcome != onhost.Passed && v.Reason() != c.reason {
			t.Errorf("%s: the reason is %q, want %q", c.confine, v.Reason(), c.reason)
		}
		var faults []string
		_, _ = space.Load(t.Context(), star.Source{Module: "m", Path: "t.star", Text: []byte(code), Faults: func(f *script.Fault) { faults = append(faults, f.Error()) }})
		want := ""
		switch c.got {
		case "no setting enviroment":
			want = "t.star:1:9: provider p: confine setting.enviroment: unknown setting \"enviroment\" (did you mean \"environment\"?); the settings are empty, environment"
		case "no setting Environment":
			want = "t.star:1:9: provider p: confine setting.Environment: unknown setting \"Environment\" (did you mean \"environment\"?); the settings are empty, environment"
		case "no setting x":
			want = "t.star:1:9: provider p: confine setting.x: unknown setting \"x\"; the settings are empty, environment"
		}
		if got := strings.Join(faults, "\n"); got != want {
			t.Errorf("%s: the faults are %q, want %q", c.confine, got, want)
		}
	}
}
