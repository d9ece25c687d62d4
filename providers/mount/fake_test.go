package mount

import (
	"context"
	"fmt"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
)

// info returns the mountinfo of mounts at the places.
func info(places ...string) string {
	var b strings.Builder
	for i, at := range places {
		fmt.Fprintf(&b, "%d 1 0:%d / %s rw,relatime - tmpfs tmpfs rw\n", i+20, i+20, strings.ReplaceAll(at, " ", `\040`))
	}
	return b.String()
}

// mountHost returns a host on which mount(8) mounts according to its fstab.
func mountHost(fstabText string, places ...string) *fakehost.Host {
	fake := fakehost.New(map[string]string{fstab: fstabText, mountInfo: info(places...)})
	fake.Command("/usr/bin/mount", "/usr/bin/umount")
	for _, dir := range []string{"/m", "/mnt/up", "/mnt/a b", "/mnt/gone", "/mnt/ghost"} {
		fake.Dir(dir, 0o755)
	}
	fake.Handle("mount", answerMount)
	fake.Handle("umount", answerUmount)
	return fake
}

func answerMount(_ context.Context, fake *fakehost.Host, cmd host.Command) host.Result {
	at := cmd.Args[len(cmd.Args)-1]
	places := now(fake)
	switch {
	case len(cmd.Args) == 3 && cmd.Args[0] == "-o" && cmd.Args[1] == "remount":
		if !contains(places, at) {
			return host.Result{Exit: 32, Stderr: []byte("mount: " + at + ": mount point not mounted or bad option.\n")}
		}
		return host.Result{}
	case len(cmd.Args) != 1:
		return host.Result{Exit: 1, Stderr: []byte("mount: bad usage\n")}
	}
	for _, r := range format().Parse([]byte(fake.Content(fstab))).Records() {
		if r.Type == "parsed" && nameOf(r) == at {
			fake.Put(mountInfo, info(append(places, at)...), 0o444)
			return host.Result{}
		}
	}
	return host.Result{Exit: 1, Stderr: []byte("mount: " + at + ": can't find in /etc/fstab.\n")}
}

func answerUmount(_ context.Context, fake *fakehost.Host, cmd host.Command) host.Result {
	places := now(fake)
	for i, at := range places {
		if len(cmd.Args) == 1 && at == cmd.Args[0] {
			fake.Put(mountInfo, info(append(places[:i:i], places[i+1:]...)...), 0o444)
			return host.Result{}
		}
	}
	return host.Result{Exit: 32, Stderr: []byte("umount: " + strings.Join(cmd.Args, " ") + ": not mounted.\n")}
}

func now(fake *fakehost.Host) []string {
	var places []string
	for _, m := range parseMounted(fake.Content(mountInfo)) {
		places = append(places, m.at)
	}
	return places
}

func contains(places []string, at string) bool {
	for _, p := range places {
		if p == at {
			return true
		}
	}
	return false
}
