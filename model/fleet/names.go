package fleet

import (
	"fmt"
	"slices"
	"strings"
)

// maxName limits a name of an inventory, in bytes: hostname(7).
const maxName = 253

// hopWords begin hops that are not hosts: a file of hosts must not make ralsh run a local
// command as a different account.
var hopWords = []string{"sudo", "doas", "chroot", "nspawn", "podman", "docker", "lxc", "incus", "kube"}

// plainName returns an error if a name of an inventory could be an option or a hop, or
// contains unusual characters.
func plainName(name string) error {
	invalid := func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_.-:%", r))
	}
	word, _, _ := strings.Cut(name, ":")
	switch {
	case strings.HasPrefix(name, "-"):
		return fmt.Errorf("%q begins with a dash", name)
	case len(name) > maxName:
		return fmt.Errorf("%.20q... is too long (%d bytes, at most %d)", name, len(name), maxName)
	case strings.IndexFunc(name, invalid) >= 0:
		return fmt.Errorf("%q is not the name of a host or an account", name)
	case slices.Contains(hopWords, word):
		return fmt.Errorf("%q is not a host: the word is a hop to an account or a container", name)
	}
	return nil
}

// secretWords are parts of the names of settings that hold secrets, or lead to them.
var secretWords = []string{"password", "_pass", "private_key", "private-key", "secret", "vault", "_plugin"}

// holdsSecret reports whether a setting of an inventory is a secret or refers to a secret.
// ralsh rejects the file: ssh(1) manages keys, and ralsh prompts for passwords.
func holdsSecret(setting string) bool {
	setting = strings.ToLower(setting)
	return slices.ContainsFunc(secretWords, func(w string) bool { return strings.Contains(setting, w) })
}

func secretError(place, setting string) error {
	return fmt.Errorf("%s: remove %s: ssh manages keys, and ralsh prompts for passwords", place, setting)
}

// ignored contains unused settings.
type ignored map[string]bool

func (i ignored) warning(file string) []string {
	if len(i) == 0 {
		return nil
	}
	const named = 10
	var names []string
	for name := range i {
		names = append(names, name)
	}
	slices.Sort(names)
	if more := len(names) - named; more > 0 {
		names = append(names[:named], fmt.Sprintf("%d more", more))
	}
	return []string{file + ": ignored settings: " + strings.Join(names, ", ")}
}
