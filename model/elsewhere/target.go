package elsewhere

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
)

// Target is where a command line is carried to: hops from here outwards.
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

// TakesPassword reports whether a password could be given to the only sudo of the target.
func (t Target) TakesPassword() bool {
	n := 0
	for _, h := range t.hops {
		if h.kind == sudo {
			n++
		}
	}
	return n == 1
}

// endedAt returns the hop that ended with a status before the program ran: ssh(1) has 255 for
// its own errors, and otherwise the status of what it ran.
func (t Target) endedAt(status int) kind {
	for i, h := range t.hops {
		if h.kind != ssh || status == 255 || i == len(t.hops)-1 {
			return h.kind
		}
	}
	return ssh
}

// isAccount reports whether the target is another account of this host.
func (t Target) isAccount() bool {
	return !slices.ContainsFunc(t.hops, func(h hop) bool { return !slices.Contains(accounts, h.kind) })
}

// hop is one step. name is the host, container or directory, or "" ; user is the account
// to become there, "" for the usual one.
type hop struct {
	kind kind
	name string
	user string
	// connect is the time to reach a host of ssh, in seconds; 0 leaves it to ssh.
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
	user, host, asked := strings.Cut(word, "@")
	if !asked {
		user, host = "", word
	}
	if host == "" || asked && user == "" {
		return hop{}, errors.New("a hop is empty")
	}
	return hop{kind: ssh, name: host, user: user}, errors.Join(plain(user), plain(host))
}

// plain returns an error if a program could take a name for an option, or if it has blanks
// or control characters.
func plain(name string) error {
	if strings.HasPrefix(name, "-") {
		return fmt.Errorf("%q begins with a dash", name)
	}
	odd := func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) || r == unicode.ReplacementChar }
	if i := strings.IndexFunc(name, odd); i >= 0 {
		return fmt.Errorf("%q contains a space or a control character", name)
	}
	return nil
}
