package main

import (
	"slices"
	"time"
)

// tour returns the film at the top of the README: find a host by its address, see why its
// provider is the default, change one value with a mistake on the way, preview it,
// apply it and undo it.
func tour() Scene {
	steps := slices.Concat(
		[]Step{shown(1500*time.Millisecond, "28 types")},
		typed("names first, then values", ":192.0.2.10"),
		[]Step{
			shown(1500*time.Millisecond, "db1.example.com"),
			shown(1500*time.Millisecond, "host_aliases", "Enter"),
			shown(2500*time.Millisecond, "default provider", "w"),
			shown(300*time.Millisecond, "host_aliases", "Escape"),
			shown(600*time.Millisecond, "verdict", "e"),
			keys("ip", "C-u"),
		},
		typed("verdict", "192.0.2.800"),
		[]Step{
			shown(1800*time.Millisecond, "Invalid IP address"),
			shown(1500*time.Millisecond, "1 change", "BSpace"),
			shown(300*time.Millisecond, "1 change", "Escape"),
			shown(2500*time.Millisecond, "write /etc/hosts", "A"),
		},
		yes("in the desired state"),
		[]Step{
			shown(2000*time.Millisecond, "in the desired state"),
			{Keys: []string{"U"}, Wait: "undo of run 1: 1 change", Again: true, Show: 3 * time.Second},
		},
	)
	return Scene{Name: "tour", Width: 120, Height: 32, Film: true, Steps: steps}
}

// shown returns a step whose screen is shown for this long.
func shown(long time.Duration, wait string, keys ...string) Step {
	return Step{Keys: keys, Wait: wait, Show: long}
}

// typed returns the steps that type a text letter by letter.
func typed(wait, text string) (steps []Step) {
	for _, letter := range text {
		steps = append(steps, keys(wait, string(letter)))
	}
	return steps
}
