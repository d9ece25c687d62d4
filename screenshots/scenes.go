package main

import "slices"

// scenes returns the pictures: one entry makes NAME.ansi and NAME.png.
//
// To add one, set its size and what to run, then go to the screen in steps. A step
// presses keys and waits until a text is on the screen and the screen has stopped
// changing. The picture shows the screen after the last step. A program that fills the
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
// The output of a command below its prompt (`show` prints the line, then
// runs it; `ralsh` is the program on the fixture host):
//
//	{
//		Name: "why-text", Width: 100, Height: 24, Light: true,
//		Shell: "show ralsh why service",
//		Steps: []Step{{Wait: "debian is the default"}},
//	}
//
// Keys are tmux's names (Enter, Escape, Tab, Down, C-f, F1) or text to type.
// Give Escape a step of its own, otherwise it is read as alt with the next key. Wait
// for text that only the wanted screen has, not the previous screen or the line that
// `show` prints, and never for a time. Mask what differs between runs and is neither a
// duration nor a clock.
//
// Then run `go run . -only NAME`, look at the PNG, and commit both files.
func scenes() []Scene {
	return slices.Concat(lookingScenes(), changingScenes(), otherScenes(), hostScenes(), stateScenes(), []Scene{tour()})
}

// then returns a sequence of steps with more steps appended.
func then(way []Step, more ...Step) []Step { return slices.Concat(way, more) }

// keys returns a step.
func keys(wait string, keys ...string) Step { return Step{Keys: keys, Wait: wait} }

// yes returns the steps that confirm a plan.
func yes(wait string) []Step {
	return []Step{
		{Keys: []string{"Tab"}, Wait: "enter answer Yes", Again: true},
		keys(wait, "Enter"),
	}
}

// start returns the step to the list of types, once everything is counted.
func start() []Step { return []Step{{Wait: "28 types"}} }

// list returns the steps to the list of a type's instances, until something of it is
// visible.
func list(typ, something string) []Step {
	return then(start(), keys(something, ":", "type "+typ, "Enter"))
}

// deploy returns the steps to the user of that name.
func deploy() []Step {
	return then(list("user", "_apt"), keys("/deploy 1 of", "/", "deploy", "Enter"), keys("12 properties", "Enter"))
}

// edited returns the steps that give that user another comment and another shell.
func edited() []Step {
	return then(deploy(), keys("verdict", "e"),
		keys("1 change", "Down", "Down", "Down", "Down", "Deploy account"),
		keys("2 changes", "Down", "/bin/bash", "Escape"))
}

// newHost appends the steps that stage a new entry of the hosts file.
func newHost(way []Step) []Step {
	return then(way, keys("new host", "n"), keys("should", "cache", "Enter"),
		keys("creates 1 resource", "192.0.2.80", "Escape"))
}
