package main

// lookingScenes returns the screens that show the current state and its reasons.
func lookingScenes() []Scene {
	return []Scene{
		{Name: "types", Width: 120, Height: 36, Steps: then(start(), keys("user  instances", "G", "k"))},
		{Name: "types-narrow", Width: 80, Height: 24, Light: true, Steps: []Step{{Wait: "28 types"}, keys("─ user  built in ─", "G", "k")}},
		{Name: "why", Width: 120, Height: 36, Tools: []Tool{{"gem", ""}, {"npm", ""}, {"pip", ""}}, Steps: then(start(),
			keys("types › package", ":", "type package", "Enter"), keys("default provider", "w"), keys("dnf is on PATH", "j", "j", "j"))},
		{Name: "why-narrow", Width: 80, Height: 24, Steps: then(start(),
			keys("types › service", ":", "type service", "Enter"), keys("tests", "Enter"))},
		{Name: "instances", Width: 120, Height: 30, Steps: list("user", "_apt")},
		{Name: "instance", Width: 120, Height: 36, Steps: deploy()},
		{Name: "sides", Width: 120, Height: 24, Drop: []string{`^    read in.*`}, Tools: rpm("printf 'bash 0 5.1.8 9.el9 x86_64\\ncurl 0 7.76.1 31.el9 x86_64\\n'"), Steps: then(
			list("package", "curl"), keys("/curl", "/", "curl", "Enter"), keys("w explain", "Enter"), keys("side by side", "v"))},
		{Name: "facts", Width: 120, Height: 36, Drop: []string{`\s{2}\d[\d.]* ms\b`, `[.,]\s+(\d[\d.]* ms.*|all of.*)$`}, Steps: then(start(), keys("read ", "f"), keys("family", "/", "os.", "Enter"))},
		{Name: "jump", Width: 120, Height: 24, Drop: []string{`\d+ names, [\d,]+ of [\d,]+ values`, `[\d:]+:\d\d\b`}, Steps: then(list("user", "_apt"), keys("names", ":"), keys(": deploy", "deploy"))},
		{Name: "help", Width: 120, Height: 36, Steps: then(deploy(), keys("keys of this screen", "?"))},
	}
}

// rpm replaces the command in scenes that show two package managers.
func rpm(list string) []Tool {
	return []Tool{{"rpm", "case $* in *--version) exit 0;; esac\n" + list}}
}
