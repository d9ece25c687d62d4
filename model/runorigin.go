package model

import (
	"bytes"
	"context"
	"net/netip"
	"strconv"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/host/local"
	"ralsh/ral/journal"
)

// originOf returns the user behind the account of this process, and the terminal
// and address of the user. The kernel knows who logged in (loginuid, see
// pam_loginuid(8)); sudo(8) and doas(1) set variables with the name of the caller.
func originOf(ctx context.Context, rd host.Reader, user string) journal.Origin {
	var o journal.Origin
	text, _ := rd.ReadFile(ctx, "/proc/self/loginuid")
	if uid, err := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 32); err == nil && uid != noLogin {
		o.Login = accountName(ctx, rd, int(uid))
	}
	for _, name := range []string{"SUDO_USER", "DOAS_USER"} {
		if text := rd.Getenv(name); (o.Login == "" || o.Login == user) && len(text) <= maxSender && text != "" {
			o.Login = text
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
	if text := rd.Getenv(FromVariable); len(text) <= maxSender {
		o.Sender = text
	}
	if text := rd.Getenv(principalVariable); rd.UID() == 0 && len(text) <= maxSender {
		o.Principal = text
	}
	return o
}

// FromVariable is the variable with the sender of a command line and the sender's
// host. The ralsh that sends the command line to a remote host sets it.
const FromVariable = "RALSH_FROM"

// principalVariable is the variable with the owner of the key that signed an
// order. `ralsh-agent run`, which runs checked orders, sets it.
const principalVariable = "RALSH_PRINCIPAL"

// maxSender limits a name in the environment, in bytes.
const maxSender = 128

// Sender returns the account of this process and the name of this machine, for a
// command line that is sent to a remote host.
func Sender(ctx context.Context) (user, node string) {
	rd := local.Machine().Reader()
	return userName(ctx, rd), hostName(ctx, rd)
}

// noLogin is the loginuid of a process without a login.
const noLogin = 1<<32 - 1

// mostParents limits the parent processes that are searched for a connection.
const mostParents = 32

// sshClient returns the address in SSH_CONNECTION, which sshd(8) sets, of this
// process or, because sudo drops it, of a parent process.
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
			if text, ok := bytes.CutPrefix(v, []byte("SSH_CONNECTION=")); ok {
				return clientOf(string(text))
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
