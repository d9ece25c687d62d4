package hops

import (
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
)

// sshOptions apply to every connection: no forwarding to the remote host, and no escape
// character that makes ssh(1) run a local command.
var sshOptions = []string{
	"-o", "ForwardAgent=no", "-o", "ForwardX11=no", "-o", "ClearAllForwardings=yes", "-o", "PermitLocalCommand=no", "-e", "none",
	"-o", "ServerAliveInterval=15", "-o", "ServerAliveCountMax=4",
}

// nspawnScript enters a machine of systemd-nspawn through its first process. Its arguments are
// the name of the machine and the command.
const nspawnScript = `m=$1; shift; l=$(machinectl show --property=Leader --value -- "$m") && exec nsenter --target "$l" --mount --uts --ipc --net --pid --cgroup --root --wd -- "$@"`

// manner selects how compose runs a command.
type manner struct {
	terminal bool     // on a terminal, which ssh(1) and container engines allocate
	password bool     // sudo reads a password from standard input
	prompt   string   // of that sudo
	asks     bool     // sudo or doas may prompt on the terminal of this process
	shared   []string // options of the first ssh(1)
}

func (t Target) compose(inner []string, how manner) []string {
	for i, h := range slices.Backward(t.hops) {
		how := how
		if i > 0 {
			how.shared = nil
		}
		inner = h.wrap(inner, how)
	}
	return inner
}

func (h hop) wrap(inner []string, how manner) []string {
	var outer []string
	switch h.kind {
	case sudo:
		outer = append(h.become(how), "--")
	case doas:
		outer = h.become(how)
	case chroot:
		outer = []string{"chroot", h.name}
	case nspawn:
		outer = []string{"sh", "-c", nspawnScript, "nspawn", h.name}
	case podman, docker:
		outer = append([]string{string(h.kind), "exec"}, append(how.interactive(), h.name)...)
	case lxc:
		outer = []string{"lxc-attach", "-n", h.name, "--"}
	case incus:
		outer = []string{"incus", "exec", h.name, "--"}
	case kube:
		outer = h.kubectl(how)
	default:
		return append(h.ssh(how), "--", h.name, quote(inner))
	}
	return append(outer, inner...)
}

// become returns sudo(8) or doas(1) with options.
func (h hop) become(how manner) []string {
	args := []string{string(h.kind)}
	switch {
	case how.asks:
	case h.kind == sudo && how.password:
		args = append(args, "-S", "-k", "-p", how.prompt)
	default:
		args = append(args, "-n")
	}
	if h.user != "" {
		args = append(args, "-u", h.user)
	}
	return args
}

func (h hop) ssh(how manner) []string {
	args := []string{"ssh", "-T"}
	if how.terminal {
		args[1] = "-tt"
	}
	args = append(append(args, sshOptions...), how.shared...)
	if h.connect > 0 {
		args = append(args, "-o", fmt.Sprintf("ConnectTimeout=%d", h.connect))
	}
	if h.user != "" {
		args = append(args, "-l", h.user)
	}
	return args
}

// interactive returns the options with which an engine of containers passes input on.
func (m manner) interactive() []string {
	if m.terminal {
		return []string{"-i", "-t"}
	}
	return []string{"-i"}
}

func (h hop) kubectl(how manner) []string {
	args := append([]string{"kubectl", "exec"}, how.interactive()...)
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

// quote joins arguments for an unknown shell: sh, csh and fish parse the result alike, unless
// an argument contains a line break.
func quote(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = quoteWord(w)
	}
	return strings.Join(quoted, " ")
}

// safeLetters need no quotes in any shell.
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

// PackedArgs is the first argument of a command line whose second argument contains all
// arguments in packed form.
const PackedArgs = "--argv"

// pack encodes a command line for an unknown shell: no argument contains a line break, which
// csh(1) cannot read.
func pack(args []string) []string {
	if !slices.ContainsFunc(args, func(word string) bool { return strings.Contains(word, "\n") }) {
		return args
	}
	return []string{PackedArgs, base64.StdEncoding.EncodeToString([]byte(strings.Join(args, "\x00")))}
}

// UnpackArgs returns the command line that was packed.
func UnpackArgs(packed string) ([]string, error) {
	data, err := base64.StdEncoding.DecodeString(packed)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", PackedArgs, err)
	}
	return strings.Split(string(data), "\x00"), nil
}
