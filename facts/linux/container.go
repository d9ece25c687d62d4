package linux

import (
	"context"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

const (
	environ          = "/proc/1/environ"
	cgroup           = "/proc/1/cgroup"
	systemdContainer = "/run/systemd/container"
)

var (
	dockerGroup = lazyre.New(`docker[/-]([^/\n]+)`)
	lxcGroup    = lazyre.New(`(?m):/lxc/([^/\n]+)`)
)

// containerInfo describes the container in which the host runs, if any.
type containerInfo struct {
	name string
	from string
	info []value.Pair // names of the container outside
	err  error        // why there may be an undetected container
}

// container reads the control groups of process 1, then its environment, which only its
// owner may read. If process 1 is systemd, it writes the result to a world-readable
// file, so without that file there is no container.
func container(ctx context.Context, rd host.Reader) containerInfo {
	groups, err := read(ctx, rd, cgroup)
	if err != nil {
		return containerInfo{from: cgroup, err: err}
	}
	if m := dockerGroup.FindStringSubmatch(groups); m != nil {
		return containerInfo{name: "docker", from: cgroup, info: named("id", strings.TrimSuffix(m[1], ".scope"))}
	}
	if m := lxcGroup.FindStringSubmatch(groups); m != nil {
		return containerInfo{name: "lxc", from: cgroup, info: named("name", m[1])}
	}
	// With hidepid (proc(5)), processes of other users are invisible.
	env, err := need(ctx, rd, environ)
	if err == nil {
		for pair := range strings.SplitSeq(env, "\x00") {
			if kind, ok := strings.CutPrefix(pair, "container="); ok && kind != "" {
				return boxOf(ctx, rd, kind, environ)
			}
		}
		return containerInfo{from: environ}
	}
	if kind := line(ctx, rd, systemdContainer); kind != "" {
		return boxOf(ctx, rd, kind, systemdContainer)
	}
	if b := marked(ctx, rd); b.name != "" {
		return b
	}
	if ok, _ := rd.Exists(ctx, "/run/systemd/system"); ok {
		return containerInfo{from: systemdContainer}
	}
	return containerInfo{from: environ, err: err}
}

// marked detects a container by the file that Docker and Podman create in each.
func marked(ctx context.Context, rd host.Reader) containerInfo {
	for _, mark := range [...][2]string{{"/.dockerenv", "docker"}, {"/run/.containerenv", "podman"}} {
		if ok, _ := rd.Exists(ctx, mark[0]); ok {
			return containerInfo{name: mark[1], from: mark[0]}
		}
	}
	return containerInfo{}
}

func boxOf(ctx context.Context, rd host.Reader, kind, from string) containerInfo {
	if kind != "systemd-nspawn" {
		return containerInfo{name: kind, from: from}
	}
	return containerInfo{name: "systemd_nspawn", from: from, info: named("id", line(ctx, rd, "/etc/machine-id"))}
}

func named(key, text string) []value.Pair {
	if text == "" {
		return nil
	}
	return []value.Pair{{Key: value.Str(key), Value: value.Str(text)}}
}
