package main

// stateScenes returns screens that are empty, wait, or show an error, and the other
// display modes.
func stateScenes() []Scene {
	return []Scene{
		{Name: "empty", Width: 80, Height: 24, Steps: list("kmod", "no instances of kmod")},
		{Name: "empty-filter", Width: 80, Height: 24, Steps: then(start(), keys("did you mean", "/", "pakage"))},
		{Name: "empty-basket", Width: 80, Height: 24, Steps: then(start(), keys("the basket is empty", "b"))},
		{Name: "loading", Width: 120, Height: 24, Tools: rpm("exec sleep 60"), Steps: []Step{
			{Wait: "alternatives"}, keys("waiting for rpm", ":", "type package", "Enter"),
		}},
		{Name: "error", Width: 120, Height: 24, Tools: rpm("echo 'error: cannot open Packages database in /var/lib/rpm' >&2\nexit 1"), Steps: list("package", "rpm cannot list")},
		{Name: "small", Width: 36, Height: 8, Steps: []Step{{Wait: "This terminal is 36x8"}}},
		{Name: "ascii", Width: 80, Height: 24, Args: []string{"--ascii"}, Steps: then(edited(), keys("usermod", "A"))},
		{Name: "plain", Width: 80, Height: 24, Light: true, Args: []string{"--plain"}, Steps: list("user", "_apt")},
	}
}
