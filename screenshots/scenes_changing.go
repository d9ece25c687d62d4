package main

import "slices"

// changingScenes returns the screens from an edit to its result.
func changingScenes() []Scene {
	staged := newHost(then(edited(), keys("db1", ":", "type host", "Enter")))
	planned := then(staged, keys("2 of 2", "b"), keys("usermod", "A"))
	return []Scene{
		{Name: "edit", Width: 120, Height: 36, Steps: then(edited(),
			keys("Expiry dates must be", "Down", "Down", "Down", "Down", "Down", "Down", "Enter", "tomorrow"), Step{Wait: "exact ─"}, keys("exact ─", "C-l"))},
		{Name: "difference", Width: 120, Height: 28, Steps: then(edited(), keys("usermod", "A"))},
		{Name: "difference-light", Width: 80, Height: 24, Light: true, Steps: then(newHost(list("host", "db1")), keys("write /etc/hosts", "A"))},
		{Name: "basket", Width: 120, Height: 24, Steps: then(staged, keys("2 of 2", "b"), keys("omitted", "Space"))},
		{Name: "apply", Width: 120, Height: 24, Tools: []Tool{{"usermod", "echo 'usermod: waiting for the lock of /etc/passwd'\nexec sleep 60"}}, Steps: slices.Concat(planned, yes("waiting for the lock"))},
		{Name: "result", Width: 120, Height: 28, Tools: []Tool{{"usermod", "echo 'usermod: cannot lock /etc/passwd; try again later.' >&2\nexit 1"}}, Steps: slices.Concat(planned, yes("current state"))},
	}
}
