package tui

import (
	"errors"
	"strings"
	"testing"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/standard"
	"ralsh/ral/value"
	"ralsh/ui/tui/kittest"
)

// A name is checked while it is typed. An invalid name opens nothing.
func TestNewJudgesTheName(t *testing.T) {
	reg := ral.NewRegistry()
	reg.Add(ral.Type{
		Name: "sysctl", Summary: "Kernel settings", Doc: "Kernel settings.", Columns: [2]string{"value"},
		Attributes: []*ral.Attribute{
			{
				Name: "name", Kind: ral.Param, Namevar: true, Doc: "The setting.",
				ValidateFn: func(_ ral.Hook, v value.Value) error {
					if strings.Contains(v.Text(), "/") {
						return errors.New("Names are written with dots, not slashes.")
					}
					return nil
				},
			},
			standard.Ensure("Whether it is there."), kittest.Property("value", "The value."),
		},
	}, kittest.Lister("parsed", "/etc/sysctl.conf", "ensure", "value"))
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	fake := fakehost.New(map[string]string{"/etc/sysctl.conf": "net.core:present:1\n"})
	d := driveOn(t, model.NewSession(t.Context(), reg, fake.Host), 80, 24, Options{})
	d.idle()
	d.press("n")
	d.typed("net/ip")
	d.says("> ! name        [net/ip", "Names are written with dots, not slashes.")
	d.press("enter")
	d.says("enter: Names are written with dots", "[net/ip")
	d.lacks("edit  ")
	d.press("ctrl+u")
	d.lacks("not slashes.\n")
	d.typed("net.ip")
	d.lacks("> !")
	d.press("enter")
	d.says("net.ip › edit")
}

// Back from the name of a new instance returns to the types, if it was opened
// there.
func TestBackFromNewOnTypes(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{})
	d.press("down n")
	d.says("types › group › new")
	d.press("esc")
	d.says(">   group  ")
	d.press("n")
	d.typed("fresh")
	d.press("enter")
	d.says("types › group › fresh › edit")
	d.press("esc esc")
	d.says("types › group  ", "basket 1")
	d.press("n esc")
	d.says("types › group  ")
}
