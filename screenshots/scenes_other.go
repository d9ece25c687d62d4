package main

import "slices"

// otherScenes returns the remaining screens, and the output of commands.
func otherScenes() []Scene {
	applied := slices.Concat(newHost(list("host", "db1")), []Step{keys("write /etc/hosts", "A")}, yes("in the desired state"))
	past := then(applied, Step{Keys: []string{"H"}, Wait: "1 run", Again: true})
	return []Scene{
		{Name: "history", Width: 120, Height: 24, Steps: past},
		{Name: "history-run", Width: 120, Height: 24, Drop: []string{`\b[1-9]\d{2,6}   `}, Steps: then(past, keys("write /etc/hosts", "Enter"))},
		{Name: "log", Width: 120, Height: 24, Steps: then(applied, Step{Keys: []string{"L"}, Wait: "about", Again: true}, keys("/host ", "/", "host", "Enter"))},
		{Name: "copy", Width: 80, Height: 24, Steps: then(deploy(), keys("Puppet code", "y"))},
		{Name: "show-command", Width: 80, Height: 24, Steps: then(edited(), keys("equivalent command", "c"))},
		{Name: "command", Width: 100, Height: 26, Shell: "show ralsh why 'user[deploy]' shell\n" +
			"show ralsh resource user deploy shell=/bin/bash --noop\nshow ralsh resource host db1.example.com", Steps: []Step{{Wait: "host_aliases"}}},
		{Name: "demo", Width: 120, Height: 36, Drop: []string{`reaches [^│]*`, `/tmp/ralsh-\d{1,5} `, `\b\d{1,6}/home/[a-z-]* `}, Shell: `TMPDIR=$HOME "$PICTURE_PROGRAM" demo`, Steps: []Step{{Wait: "0 of 5"}, {Wait: "user                  6"}}},
	}
}
