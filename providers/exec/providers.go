package exec

import (
	"ralsh/providers/internal/accounts"
	"ralsh/providers/internal/commandline"
	"ralsh/ral"
)

func posix() ral.Provider {
	return ral.Provider{
		Name: "posix", Doc: "Runs plain words directly, and lines with shell syntax with `/bin/sh -c`.",
		Commands: []ral.Command{{Binary: commandline.Shell}, accounts.Getent()},
		Default:  []ral.Clause{ral.DefaultFor("kernel", "Linux")},
		Features: []string{"umask"},
		New:      func() any { return newRunner(commandline.Of) },
	}
}

func shell() ral.Provider {
	return ral.Provider{
		Name: "shell", Doc: "Runs every line with `/bin/sh -c`, also plain words. Programs need no path.",
		Rank:     ral.Rank{Parent: "posix", Score: 1}, // it descends from posix, and would win by specificity without facts
		Commands: []ral.Command{{Binary: commandline.Shell}, accounts.Getent()},
		Features: []string{"umask"},
		New:      func() any { return newRunner(commandline.Through) },
	}
}
