package main

import (
	"regexp"
	"strings"
	"time"

	"ralsh/screenshots/draw"
)

// Scene is one picture: what to run in a terminal of which size, and the steps to the
// picture.
type Scene struct {
	Name          string   // of the files; lower case and hyphens
	Width, Height int      // of the terminal, in cells
	Light         bool     // use the light theme instead of the dark one
	Args          []string // of `ralsh --root WEB1`, which fills the screen, unless there is a Shell
	Shell         string   // a script for sh to run instead
	Mask          []string // regular expressions of text to draw as 0 and x
	Drop          []string // regular expressions of text to omit
	Tools         []Tool   // first on PATH; they simulate other machines and errors
	Steps         []Step   // at least one
	Film          bool     // also make NAME.gif: the last screen of each step, for its Show time
}

// Tool is a script that replaces a command.
type Tool struct{ Name, Script string }

// Step presses keys, then waits for a text.
type Step struct {
	Keys []string // tmux key names, or text to type
	Wait string   // text in one line of the screen at the end of the step
	// Again presses the keys again if the text does not appear, because a question
	// that opens by itself ignores keys typed before.
	Again bool
	Show  time.Duration // how long the film shows the screen; 0 for keyTime
}

// keyTime is how long a film shows the effect of a key that is followed by another.
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

// needsProgram reports whether the scene calls ralsh; some scripts do not.
func (s Scene) needsProgram() bool {
	return s.Shell == "" || strings.Contains(s.Shell, "ralsh") || strings.Contains(s.Shell, "PICTURE_PROGRAM")
}
