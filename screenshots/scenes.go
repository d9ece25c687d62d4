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
	users := []Step{{Wait: "? help"}, {Keys: []string{":", "type user", "Enter"}, Wait: "www-data"}}
	deploy := append(users[:2:2],
		Step{Keys: []string{"/", "deploy", "Enter"}, Wait: "/deploy 1 of"},
		Step{Keys: []string{"Enter"}, Wait: "managed by"})
	edit := append(deploy[:4:4],
		Step{Keys: []string{"e"}, Wait: "reads as"},
		Step{Keys: []string{"G", "g", "Down", "Down", "Down", "Down", "Enter", "Deploy account", "Enter"}, Wait: "1 change"},
		Step{Keys: []string{"Down", "Enter", "C-u", "/bin/bash", "Enter"}, Wait: "2 changes"})
	hosts := []Step{{Wait: "? help"}, {Keys: []string{":", "type host", "Enter"}, Wait: "db1"}}
	newHost := append(hosts[:2:2],
		Step{Keys: []string{"n"}, Wait: "new host"},
		Step{Keys: []string{"cache", "Enter"}, Wait: "should"},
		Step{Keys: []string{"Down", "Enter", "192.0.2.80", "Enter"}, Wait: "192.0.2.80"},
		Step{Keys: []string{"A"}, Wait: "write /etc/hosts"})
	return []Scene{
		{Name: "types", Width: 120, Height: 36, Steps: []Step{{Wait: "25 types"}, {Keys: []string{"G", "k"}, Wait: "─ user ─"}}},
		{Name: "why", Width: 120, Height: 36, Steps: []Step{
			{Wait: "25 types"},
			{Keys: []string{":", "type package", "Enter"}, Wait: "types > package"},
			{Keys: []string{"w"}, Wait: "who is the default"},
			{Keys: []string{"j", "j"}, Wait: "dnf is on PATH"},
		}},
		{Name: "instances", Width: 120, Height: 30, Steps: users},
		{Name: "instance", Width: 120, Height: 36, Steps: deploy},
		{Name: "edit", Width: 120, Height: 36, Steps: append(edit[:7:7],
			Step{Keys: []string{"Down", "Down", "Down", "Down", "Down", "Down", "Enter", "tomorrow"}, Wait: "Expiry dates must be"})},
		{Name: "difference", Width: 120, Height: 28, Steps: append(edit[:7:7], Step{Keys: []string{"A"}, Wait: "usermod"})},
		{Name: "difference-light", Width: 80, Height: 24, Light: true, Steps: newHost},
		{Name: "help", Width: 120, Height: 36, Steps: append(deploy[:4:4], Step{Keys: []string{"?"}, Wait: "keys of this screen"})},
		{Name: "command", Width: 100, Height: 26, Shell: "show ralsh why 'user[deploy]' shell\n" +
			"show ralsh resource user deploy shell=/bin/bash --noop\nshow ralsh resource host db1.example.com", Steps: []Step{{Wait: "host_aliases"}}},
	}
}
