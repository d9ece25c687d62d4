package hops

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Target is the destination of a command line: hops, starting from the local host.
type Target struct {
	text string
	hops []hop
}

// String returns the target as it was typed.
func (t Target) String() string { return t.text }

// WithConnectTimeout returns the target with a time limit for each connection of ssh(1).
func (t Target) WithConnectTimeout(limit time.Duration) Target {
	t.hops = slices.Clone(t.hops)
	for i := range t.hops {
		t.hops[i].connect = int(limit.Seconds())
	}
	return t
}

// Named returns the target with the text that names it.
func (t Target) Named(text string) Target {
	t.text = text
	return t
}

// takesPassword reports whether the target contains exactly one sudo, which can get a
// password.
func (t Target) takesPassword() bool {
	n := 0
	for _, h := range t.hops {
		if h.kind == sudo {
			n++
		}
	}
	return n == 1
}

// endedAt returns the hop that ended with a status before the program started. ssh(1) uses 255
// for its errors, and otherwise the status of its command.
func (t Target) endedAt(status int) hop {
	for i, h := range t.hops {
		if h.kind != ssh || status == 255 || i == len(t.hops)-1 {
			return h
		}
	}
	return hop{kind: ssh}
}

// program returns the program that opens the hop, for messages.
func (h hop) program() string {
	switch h.kind {
	case kube:
		return "kubectl"
	case lxc:
		return "lxc-attach"
	case nspawn:
		return "machinectl or nsenter"
	}
	return string(h.kind)
}

// NotReachedError means that a program ended before ralsh ran on the target.
type NotReachedError struct {
	Target  Target
	Program string
	Status  int
}

func (e *NotReachedError) Error() string {
	return fmt.Sprintf("%s was not reached: %s ended with status %d", e.Target, e.Program, e.Status)
}

// isAccount reports whether the target is a different account of this host.
func (t Target) isAccount() bool {
	return !slices.ContainsFunc(t.hops, func(h hop) bool { return !slices.Contains(accounts, h.kind) })
}

// hop is a step. name is the host, container or directory, or ""; user is the account, "" for
// the default account.
type hop struct {
	kind kind
	name string
	user string
	// connect is the connect timeout of ssh in seconds; 0 uses the default of ssh.
	connect int
}

type kind string

const (
	ssh    kind = "ssh"
	sudo   kind = "sudo"
	doas   kind = "doas"
	chroot kind = "chroot"
	nspawn kind = "nspawn"
	podman kind = "podman"
	docker kind = "docker"
	lxc    kind = "lxc"
	incus  kind = "incus"
	kube   kind = "kube"
)

var (
	accounts   = []kind{sudo, doas}
	containers = []kind{chroot, nspawn, podman, docker, lxc, incus, kube}
)

// Parse reads a target: hops joined with +. A hop is [USER@]HOST for ssh, sudo, doas,
// sudo:USER, doas:USER, chroot:DIR, kube:[NAMESPACE/]POD[/CONTAINER], or nspawn, podman,
// docker, lxc or incus with :NAME.
func Parse(text string) (Target, error) {
	t := Target{text: text}
	for word := range strings.SplitSeq(text, "+") {
		h, err := parseHop(word)
		if err != nil {
			return t, fmt.Errorf("target %q: %w", text, err)
		}
		t.hops = append(t.hops, h)
	}
	return t, nil
}

func parseHop(word string) (hop, error) {
	name, rest, named := strings.Cut(word, ":")
	k := kind(name)
	switch {
	case slices.Contains(accounts, k):
		if named && rest == "" {
			return hop{}, fmt.Errorf("%s: requires a user (%s:USER), or no colon", name, name)
		}
		return hop{kind: k, user: rest}, plain(rest)
	case slices.Contains(containers, k):
		if rest == "" {
			return hop{}, fmt.Errorf("%s requires a name: %s:NAME", name, name)
		}
		if k == chroot && !strings.HasPrefix(rest, "/") {
			return hop{}, errors.New("chroot requires an absolute path: chroot:/srv/root")
		}
		if k == kube && strings.Count(rest, "/") > 2 {
			return hop{}, errors.New("kube accepts at most three parts: kube:NAMESPACE/POD/CONTAINER")
		}
		return hop{kind: k, name: rest}, plain(rest)
	}
	if strings.Count(word, ":") == 1 && !strings.Contains(word, "://") { // an IPv6 address has more colons
		return hop{}, fmt.Errorf("unknown hop %q (known: %s; host with a port: ssh://HOST:PORT)", name, known())
	}
	user, host, asked := strings.Cut(word, "@")
	if !asked {
		user, host = "", word
	}
	if host == "" || asked && user == "" {
		return hop{}, errors.New("a hop is empty")
	}
	return hop{kind: ssh, name: host, user: user}, errors.Join(plain(user), plain(host))
}

// known returns the names of the hops that have a colon.
func known() string {
	var names []string
	for _, k := range append(slices.Clone(accounts), containers...) {
		names = append(names, string(k))
	}
	return strings.Join(names, ", ")
}

// plain returns an error if a name could be parsed as an option, or contains spaces or control
// characters.
func plain(name string) error {
	if strings.HasPrefix(name, "-") {
		return fmt.Errorf("%q begins with a dash", name)
	}
	invalid := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) || r == unicode.ReplacementChar }
	if i := strings.IndexFunc(name, invalid); i >= 0 {
		return fmt.Errorf("%q contains a space or a control character", name)
	}
	return nil
}
