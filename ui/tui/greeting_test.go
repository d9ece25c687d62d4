package tui

import "testing"

func TestWelcome(t *testing.T) {
	opt := Options{Welcome: Welcome{Wide: "there is room to be kind", Narrow: "be kind"}}
	for width, said := range map[int]string{120: "there is room to be kind", 100: "there is room to be kind", 99: "be kind", 80: "be kind"} {
		d, _ := drive(t, width, 36, opt)
		d.says(said)
		d.press("down")
		d.says(said)
		d.press("enter esc")
		d.says(said)
		d.press("x")
		d.lacks(said)
		d.press(":")
		d.typed("welcome")
		d.says("screen     welcome")
		d.press("enter")
		d.says(said, "types  ")
	}
}

// What a screen below the first has to say goes before the welcome, and so do
// errors everywhere.
func TestWelcomeGivesWay(t *testing.T) {
	d, _ := drive(t, 80, 24, Options{Welcome: Welcome{Wide: "be kind to it", Narrow: "be kind"}})
	d.press("enter")
	d.says("type a path, then enter")
	d.lacks("be kind")
	d.press("esc")
	d.says("be kind")
	d.send(sayMsg{text: "it is gone", bad: true})
	d.says("! it is gone")
	d.lacks("be kind")
	d.press("x")
	d.says("be kind")
}

func TestNoWelcome(t *testing.T) {
	d, _ := drive(t, 80, 24, Options{})
	d.press(":")
	d.typed("welcome")
	d.lacks("screen     welcome")
}

// Once something was applied the welcome does not come back when an error goes: what
// it proposes may be done. By its name it does.
func TestWelcomeGoesWithAnApply(t *testing.T) {
	d, _ := drive(t, 120, 36, Options{Welcome: Welcome{Wide: "mend the gid", Narrow: "mend"}})
	d.goes("down enter enter e j enter ctrl+u 7 esc d wait A tab enter wait esc esc esc esc")
	d.send(sayMsg{text: "it is gone", bad: true})
	d.says("types  ", "! it is gone")
	d.press("x")
	d.lacks("mend the gid")
	d.press(":")
	d.typed("welcome")
	d.press("enter")
	d.says("mend the gid")
}
