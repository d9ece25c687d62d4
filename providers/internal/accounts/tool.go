package accounts

import (
	"ralsh/ral"
	"ralsh/ral/host"
)

// Tool declares one of the shadow tools, with its option for another root.
func Tool(binary string) ral.Command {
	return ral.Command{Binary: binary, Root: rootOption(binary)}
}

// Args are the arguments of a shadow tool on the host that c changes: below
// another root the option for it comes first.
func Args(c host.Change, binary string, args ...string) []string {
	return ral.RootArgs(rootOption(binary), c.Look().Root(), args...)
}

// rootOption is -R everywhere but in gpasswd(1), where that restricts access.
func rootOption(binary string) []string {
	if binary == "gpasswd" {
		return []string{"-Q", "{root}"}
	}
	return []string{"-R", "{root}"}
}
