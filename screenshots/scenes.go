package main

import "slices"

// scenes is the table of pictures: one entry makes NAME.ansi and NAME.png.
//
// To add one, name its size and what runs, then walk to the screen in steps. A
// step presses keys and waits until a text stands on the screen and the screen
// has come to rest; the picture is taken after the last. A program on the whole
// screen:
//
//	{
//		Name: "why", Width: 120, Height: 36,
//		Args: []string{},
//		Steps: []Step{
//			{Wait: "? help"},
//			{Keys: []string{":", "service", "Enter"}, Wait: "types › service"},
//			{Keys: []string{"w"}, Wait: "PID 1 is systemd"},
//		},
//	}
//
// and the output of a command below its prompt (`show` prints the line, then
// runs it; `ralsh` is the program on the fixture host):
//
//	{
//		Name: "why-text", Width: 100, Height: 24, Light: true,
//		Shell: "show ralsh why service",
//		Steps: []Step{{Wait: "debian is the default"}},
//	}
//
// Keys are tmux's names (Enter, Escape, Tab, Down, C-f, F1) or text to type.
// Give Escape a step of its own, or it reads as alt with the next key. Wait for
// words that only the wanted screen has, not the one before it nor the line
// that `show` prints, and never for a time. What differs from run to run and is
// neither a duration nor a clock goes into Mask.
//
// Then run `go run . -only NAME`, look at the PNG, and commit both files.
func scenes() []Scene {
	return slices.Concat(lookingScenes(), changingScenes(), otherScenes(), stateScenes(), []Scene{tour()})
}

// then is a way that goes on.
func then(way []Step, more ...Step) []Step { return slices.Concat(way, more) }

// keys is a step.
func keys(wait string, keys ...string) Step { return Step{Keys: keys, Wait: wait} }

// yes goes on by the confirmation of a plan.
func yes(wait string) []Step {
	return []Step{
		{Keys: []string{"Tab"}, Wait: "enter Yes", Again: true},
		keys(wait, "Enter"),
	}
}

// start is the list of types, when all is counted.
func start() []Step { return []Step{{Wait: "28 types"}} }

// list is the list of the instances of a type, with something of it in sight.
func list(typ, something string) []Step {
	return then(start(), keys(something, ":", "type "+typ, "Enter"))
}

// deploy is the user of that name.
func deploy() []Step {
	return then(list("user", "_apt"), keys("/deploy 1 of", "/", "deploy", "Enter"), keys("12 properties", "Enter"))
}

// edited is that user with another comment and another shell.
func edited() []Step {
	return then(deploy(), keys("verdict", "e"),
		keys("1 change", "Down", "Down", "Down", "Down", "Deploy account"),
		keys("2 changes", "Down", "/bin/bash", "Escape"))
}

// newHost is a new entry of the hosts file, staged.
func newHost(way []Step) []Step {
	return then(way, keys("new host", "n"), keys("should", "cache", "Enter"),
		keys("creates 1 resource", "192.0.2.80", "Escape"))
}
