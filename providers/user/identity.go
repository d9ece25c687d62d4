package user

import (
	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/noise"
	"ralsh/ral/standard"
)

// identity returns ensure and the properties in /etc/passwd.
func identity() []*ral.Attribute {
	return []*ral.Attribute{ensure(), home(), uid(), gid(), comment(), shell()}
}

func ensure() *ral.Attribute {
	a := standard.Ensure("Whether the account exists.", ral.Allowed{
		Name: "role", Features: []string{"manages_solaris_rbac"}, Event: "role_created",
		Doc: "A role of Solaris, which cannot log in.",
	})
	a.Example = "present"
	a.Values[0].Event, a.Values[1].Event = "user_created", "user_removed"
	return a
}

func home() *ral.Attribute {
	return &ral.Attribute{
		Name: "home", Kind: ral.Property, Example: "/home/deploy",
		Doc: "The absolute path of the home directory. ralsh creates, moves and removes the directory itself " +
			"only with `managehome`.",
		ValidateFn: pathField,
	}
}

func uid() *ral.Attribute {
	return &ral.Attribute{
		Name: "uid", Kind: ral.Property, Across: ral.Across{Class: noise.Identity}, Example: "1000",
		Doc:        "The user ID. Without it, a new account gets the next free UID, which can differ between hosts.",
		ValidateFn: number("UID"), MungeFn: mungeNumber,
	}
}

func gid() *ral.Attribute {
	return &ral.Attribute{
		Name: "gid", Kind: ral.Property, Across: ral.Across{NumberOf: "group"}, Example: "users",
		Doc:        "The primary group, by number or name. ralsh shows its number.",
		ValidateFn: groupRef, MungeFn: mungeNumber,
	}
}

func comment() *ral.Attribute {
	return &ral.Attribute{
		Name: "comment", Kind: ral.Property, Example: "Deploy account",
		Doc:        "The GECOS field, often the full name of the user.",
		ValidateFn: field,
	}
}

func shell() *ral.Attribute {
	return &ral.Attribute{
		Name: "shell", Kind: ral.Property, Example: "/bin/bash", Features: []string{"manages_shell"},
		Doc:        "The login shell. It must exist and be executable.",
		ValidateFn: pathField,
	}
}

func isDigits(text string) bool { return digits.MatchString(text) }

// digits matches a number as Puppet reads it, with a sign anywhere. The
// conversion to a number rejects misplaced signs.
var digits = lazyre.New(`^[-0-9]+$`)
