package elsewhere

import (
	"slices"
	"strings"
)

// sshOptions are what every connection has: nothing of this host is lent to the other
// one, and no escape character makes ssh(1) run a command here.
var sshOptions = []string{
	"-T", "-o", "ForwardAgent=no", "-o", "ForwardX11=no", "-o", "ClearAllForwardings=yes", "-o", "PermitLocalCommand=no", "-e", "none",
}

// nspawnScript enters a machine of systemd-nspawn by its first process. It is given the
// name of the machine and the command.
const nspawnScript = `m=$1; shift; l=$(machinectl show --property=Leader --value -- "$m") && exec nsenter --target "$l" --mount --uts --ipc --net --pid --cgroup --root --wd=/ -- "$@"`

// compose returns the command that runs another one at a target. asks means that sudo reads
// a password from standard input.
func (t Target) compose(inner []string, asks bool) []string {
	for _, h := range slices.Backward(t.hops) {
		inner = h.wrap(inner, asks)
	}
	return inner
}

func (h hop) wrap(inner []string, asks bool) []string {
	var outer []string
	switch h.kind {
	case sudo:
		outer = []string{"sudo", "-n"}
		if asks {
			outer = []string{"sudo", "-S", "-k", "-p", ""}
		}
		if h.user != "" {
			outer = append(outer, "-u", h.user)
		}
		outer = append(outer, "--")
	case doas:
		outer = []string{"doas", "-n"}
		if h.user != "" {
			outer = append(outer, "-u", h.user)
		}
	case chroot:
		outer = []string{"chroot", h.name}
	case nspawn:
		outer = []string{"sh", "-c", nspawnScript, "nspawn", h.name}
	case podman, docker:
		outer = []string{string(h.kind), "exec", "-i", h.name}
	case lxc:
		outer = []string{"lxc-attach", "-n", h.name, "--"}
	case incus:
		outer = []string{"incus", "exec", h.name, "--"}
	case kube:
		outer = h.kubectl()
	default:
		outer = append([]string{"ssh"}, sshOptions...)
		if h.user != "" {
			outer = append(outer, "-l", h.user)
		}
		return append(outer, "--", h.name, quote(inner))
	}
	return append(outer, inner...)
}

func (h hop) kubectl() []string {
	args := []string{"kubectl", "exec", "-i"}
	parts := strings.Split(h.name, "/")
	if len(parts) > 1 {
		args, parts = append(args, "-n", parts[0]), parts[1:]
	}
	args = append(args, parts[0])
	if len(parts) > 1 {
		args = append(args, "-c", parts[1])
	}
	return append(args, "--")
}

// quote returns words for a shell that is not known: sh, csh and fish read them alike, as
// long as no word has a line break.
func quote(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = quoteWord(w)
	}
	return strings.Join(quoted, " ")
}

// safeLetters mean themselves in every shell.
const safeLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:,@-"

func quoteWord(word string) string {
	switch {
	case word == "":
		return "''"
	case strings.Trim(word, safeLetters) == "":
		return word
	}
	var out strings.Builder
	open := false
	toggle := func(want bool) {
		if open != want {
			out.WriteByte('\'')
			open = want
		}
	}
	for _, r := range []byte(word) {
		switch r {
		case '\'':
			toggle(false)
			out.WriteString(`"'"`)
		case '\\':
			toggle(false)
			out.WriteString(`\\`)
		case '!':
			toggle(false)
			out.WriteString(`\!`)
		default:
			toggle(true)
			out.WriteByte(r)
		}
	}
	toggle(false)
	return out.String()
}
