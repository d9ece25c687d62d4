package main

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
//			{Keys: []string{":", "service", "Enter"}, Wait: "types > service"},
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
	return []Scene{
		{Name: "signs-dark", Width: 80, Height: 14, Shell: signs, Steps: []Step{{Wait: "wanted /bin/bash"}}},
		{Name: "signs-light", Width: 80, Height: 14, Light: true, Shell: signs, Steps: []Step{{Wait: "wanted /bin/bash"}}},
	}
}

// signs shows each sign of column 3 in its colour, in the layout of a screen.
const signs = `
printf '    \033[1msigns\033[m%71s\n' 'web1  root'
printf '\033[2m━━━\033[m sign \033[2m'"━━━━━━━━━━━━━"'\033[m what it says \033[2m'"━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━"'\033[m time\n'
row() { printf "$1\033[${2}m%s\033[m \033[${3}m%s\033[m%*s%-50s\033[2m%7s\033[m\n" "$4" "$5" $((19 - ${#5})) '' "$6" "$7"; }
row '  ' 2 '' '=' 'in sync' 'is equals wanted' '0.2 ms'
row '  ' 33 '' '~' 'changes' 'is staged to change' '1.9 s'
row '  ' 32 '' '+' 'adds' 'a resource, a line, a character' '4 ms'
row '  ' 31 '' '-' 'removes' 'the same' '12 ms'
row '> ' '1;31' 7 '!' 'needs you' 'invalid, failed, or did not take' '412 ms'
row ' │' '1;33' '' '^' 'moved' 'not what it was at the last look' '3 ms'
row '  ' '1;36' '' '?' 'not known' 'unknown until step 3' '-'
row '  ' 36 '' 'o' 'works' 'waits for an answer' '1.4 s'
row '  ' 1 '' '*' 'default' 'the provider in use' '-'
row '  ' 31 2 'x' 'cannot' 'no provider is suitable' '-'
printf '\033[2m───\033[m needs you \033[2m'"───────────────────────────────────────────────────────────"'\033[m why: w\n'
printf '    shell is /bin/sh, wanted /bin/\033[1;4mba\033[msh'
`
