package main

import (
	"regexp"
	"strings"
	"time"

	"ralsh/screenshots/draw"
)

// Scene is one picture: what runs in a terminal of which size, and how to get
// to what the picture shows.
type Scene struct {
	Name          string   // of the files; lower case and hyphens
	Width, Height int      // of the terminal, in cells
	Light         bool     // the light theme; else the dark one
	Args          []string // of `ralsh --root WEB1`, run on the whole screen, unless there is a Shell
	Shell         string   // a script for sh, run in place of that
	Mask          []string // regular expressions of text to be drawn as 0 and x
	Drop          []string // regular expressions of text to be left out
	Tools         []Tool   // first on PATH; what would need another machine or bad luck
	Steps         []Step   // at least one
	Film          bool     // NAME.gif too: what each step ended on, for as long as it shows
}

// Tool is a script that stands in for a command.
type Tool struct{ Name, Script string }

// Step presses keys, then waits for a text.
type Step struct {
	Keys []string // tmux key names, or text to type
	Wait string   // stands on one line of the screen when the step is done
	// Again presses the keys once more where the text does not come: a question
	// that opened by itself passes over what is typed ahead.
	Again bool
	Show  time.Duration // how long the moving picture shows it; 0 for as long as a key takes
}

// keyTime is how long a moving picture shows what a key did, where the next one follows.
const keyTime = 120 * time.Millisecond

func (s Scene) theme() draw.Theme {
	if s.Light {
		return draw.Light()
	}
	return draw.Dark()
}

func (s Scene) masks() ([]*regexp.Regexp, error) { return compiled(s.Mask) }

func compiled(patterns []string) ([]*regexp.Regexp, error) {
	var all []*regexp.Regexp
	for _, p := range patterns {
		r, err := regexp.Compile(p)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}

// needsProgram is false of scripts that never call ralsh.
func (s Scene) needsProgram() bool {
	return s.Shell == "" || strings.Contains(s.Shell, "ralsh") || strings.Contains(s.Shell, "PICTURE_PROGRAM")
}
