package main

import (
	"regexp"
	"strings"

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
	Steps         []Step   // at least one
}

// Step presses keys, then waits for a text.
type Step struct {
	Keys []string // tmux key names, or text to type
	Wait string   // stands on one line of the screen when the step is done
}

func (s Scene) theme() draw.Theme {
	if s.Light {
		return draw.Light()
	}
	return draw.Dark()
}

func (s Scene) masks() ([]*regexp.Regexp, error) {
	var all []*regexp.Regexp
	for _, m := range s.Mask {
		r, err := regexp.Compile(m)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	return all, nil
}

// needsProgram is false of scripts that never call ralsh.
func (s Scene) needsProgram() bool {
	return s.Shell == "" || strings.Contains(s.Shell, "ralsh")
}
