package model

import (
	"bytes"
	"context"
	"net/netip"
	"path/filepath"
	"strconv"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/journal"
)

// originOf returns who is behind the account of this process, and where from. The kernel
// knows who logged in (loginuid, see pam_loginuid(8)); sudo(8) and doas(1) say who called
// them.
func originOf(ctx context.Context, rd host.Reader, user string) journal.Origin {
	var o journal.Origin
	text, _ := rd.ReadFile(ctx, "/proc/self/loginuid")
	if uid, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 32); err == nil && uid != noLogin {
		o.Login = accountName(ctx, rd, int(uid))
	}
	for _, name := range []string{"SUDO_USER", "DOAS_USER"} {
		if said := rd.Getenv(name); (o.Login == "" || o.Login == user) && len(said) <= mostSaid && said != "" {
			o.Login = said
		}
	}
	if o.Login == user {
		o.Login = ""
	}
	for _, fd := range []string{"0", "1", "2"} {
		file, err := rd.ReadLink(ctx, "/proc/self/fd/"+fd)
		if err == nil && (strings.HasPrefix(file, "/dev/pts/") || strings.HasPrefix(file, "/dev/tty")) {
			o.Terminal = file
			break
		}
	}
	o.Client = sshClient(ctx, rd)
	if said := rd.Getenv(FromVariable); len(said) <= mostSaid {
		o.Said = said
	}
	if said := rd.Getenv(PrincipalVariable); rd.UID() == 0 && len(said) <= mostSaid {
		o.Principal = said
	}
	return o
}

// FromVariable is set by the ralsh that sends a command line to another host: who sends it,
// and from which host.
const FromVariable = "RALSH_FROM"

// PrincipalVariable is set by `ralsh-agent run`, which runs the orders that a host has checked:
// whose key signed the order.
const PrincipalVariable = "RALSH_PRINCIPAL"

// mostSaid limits a name that the environment has, in bytes.
const mostSaid = 128

// Sender returns the account of this process and the name of this machine, for a command
// line that is sent to another host.
func Sender(ctx context.Context) (user, node string) {
	rd := host.Machine().Reader()
	return userName(ctx, rd), hostName(ctx, rd)
}

// HostsFiles returns ralsh's own file of hosts, the configuration of ssh(1), and the state
// folder, which has the hosts of the last change.
func HostsFiles(getenv func(string) string) (own, ssh, state string) {
	paths := host.Paths(host.Machine().Reader().UID(), getenv)
	return hostsFile(paths), filepath.Join("/", getenv("HOME"), ".ssh/config"), paths.State
}

func hostsFile(paths host.OwnPaths) string { return filepath.Join(filepath.Dir(paths.Config), "hosts") }

// BuildsFolder returns where builds for other machines are looked for, by their version.
func BuildsFolder(getenv func(string) string) string {
	return filepath.Join(host.Paths(host.Machine().Reader().UID(), getenv).State, "builds")
}

// noLogin is the loginuid of a process that no login began.
const noLogin = 1<<32 - 1

// mostParents limits the processes that are asked for a connection.
const mostParents = 32

// sshClient returns the address that sshd(8) has in SSH_CONNECTION, here or, because sudo
// drops it, in the environment of a parent process.
func sshClient(ctx context.Context, rd host.Reader) string {
	if address := clientOf(rd.Getenv("SSH_CONNECTION")); address != "" {
		return address
	}
	process := "self"
	for range mostParents {
		stat, err := rd.ReadFile(ctx, "/proc/"+process+"/stat")
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:])) // behind the name: state, parent
		if err != nil || len(fields) < 2 || fields[1] == "0" || fields[1] == "1" {
			return ""
		}
		process = fields[1]
		env, err := rd.ReadFile(ctx, "/proc/"+process+"/environ")
		if err != nil {
			continue // of another account
		}
		for v := range bytes.SplitSeq(env, []byte{0}) {
			if said, ok := bytes.CutPrefix(v, []byte("SSH_CONNECTION=")); ok {
				return clientOf(string(said))
			}
		}
	}
	return ""
}

// clientOf returns the first word of SSH_CONNECTION, if it is an address.
func clientOf(connection string) string {
	first, _, _ := strings.Cut(connection, " ")
	if _, err := netip.ParseAddr(first); err != nil {
		return ""
	}
	return first
}
