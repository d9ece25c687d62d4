package linux

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

const procMounts = "/proc/self/mounts"

// mount is a row of proc_pid_mounts(5).
type mount struct {
	device, path, kind, options string
	space                       host.FSUsage
	err                         error
}

// mountpoints adds the mounts except the kernel's mounts below /proc and /sys. The usage
// of each is read separately, so that an unreachable server affects only its mounts.
func mountpoints(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	text, err := read(ctx, rd, procMounts)
	if err != nil {
		b.Fail("mountpoints", procMounts, err)
		return
	}
	mounts := mountsOf(text)
	var all sync.WaitGroup
	for _, m := range mounts {
		all.Go(func() { m.ask(ctx, rd) })
	}
	all.Wait()
	for _, m := range mounts {
		if m.device == "/dev/root" {
			m.device = rootDevice(ctx, rd, m.device)
		}
		m.put(b)
	}
}

// mountsOf returns the visible mounts: of several on a path only the last.
func mountsOf(text string) []*mount {
	var mounts []*mount
	seen := map[string]int{}
	for row := range strings.Lines(text) {
		fields := strings.Fields(row)
		if len(fields) < 4 {
			continue
		}
		m := &mount{
			device: unescapeMount.Replace(fields[0]), path: unescapeMount.Replace(fields[1]), kind: fields[2],
			options: unescapeMount.Replace(fields[3]),
		}
		kernels := strings.HasPrefix(m.path, "/proc") || strings.HasPrefix(m.path, "/sys")
		if kernels && m.kind != "tmpfs" || m.kind == "autofs" {
			continue
		}
		if i, again := seen[m.path]; again {
			mounts[i] = m
			continue
		}
		seen[m.path] = len(mounts)
		mounts = append(mounts, m)
	}
	return mounts
}

// unescapeMount reverses the escaping of getmntent(3).
var unescapeMount = strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`)

// ask reads the usage with a timeout; it abandons a blocked call.
func (m *mount) ask(ctx context.Context, rd host.Reader) {
	type answer struct {
		space host.FSUsage
		err   error
	}
	answers := make(chan answer, 1)
	go func() {
		space, err := rd.Space(ctx, m.path)
		answers <- answer{space, err}
	}()
	timer := time.NewTimer(answerTimeout)
	defer timer.Stop()
	select {
	case a := <-answers:
		m.space, m.err = a.space, a.err
		if m.err != nil {
			m.err = host.Unreadable(m.path, m.err)
		}
	case <-timer.C:
		m.err = fmt.Errorf("no answer from %s in %s: %w", m.device, answerTimeout, context.DeadlineExceeded)
	}
}

func (m *mount) put(b *leaf.Builder) {
	at := []string{"mountpoints", m.path}
	b.TextAt(join(at, "device"), m.device, procMounts)
	b.TextAt(join(at, "filesystem"), m.kind, procMounts)
	b.PutAt(join(at, "options"), value.Strs(strings.Split(m.options, ",")...), procMounts)
	from := "statfs(2) of " + m.path
	used := m.space.Size - m.space.Free
	for _, part := range []struct {
		name  string
		bytes int64
	}{{"size", m.space.Size}, {"available", m.space.Available}, {"used", used}} {
		if m.err != nil {
			b.FailAt(join(at, part.name), from, m.err)
			continue
		}
		b.PutAt(join(at, part.name), value.Str(humanBytes(part.bytes)), from)
		b.PutAt(join(at, part.name+"_bytes"), value.Int(part.bytes), from)
	}
	if m.err == nil {
		b.PutAt(join(at, "capacity"), value.Str(filled(used, used+m.space.Available)), from)
	}
}

// filled formats a share like Facter for mounts: a file system of size 0 is
// full.
func filled(used, whole int64) string {
	switch {
	case used == whole:
		return "100%"
	case used == 0:
		return "0%"
	}
	return percent(used, whole)
}

// rootDevice returns the device that the kernel mounted as / according to its
// command line, if the device is called /dev/root.
func rootDevice(ctx context.Context, rd host.Reader, device string) string {
	for word := range strings.FieldsSeq(line(ctx, rd, "/proc/cmdline")) {
		if name, ok := strings.CutPrefix(word, "root="); ok {
			return byPartition(ctx, rd, name)
		}
	}
	return device
}

func byPartition(ctx context.Context, rd host.Reader, name string) string {
	id, ok := strings.CutPrefix(name, "PARTUUID=")
	if !ok {
		return name
	}
	target, err := rd.ReadLink(ctx, "/dev/disk/by-partuuid/"+id)
	if err != nil {
		return name
	}
	return "/dev/" + target[strings.LastIndex(target, "/")+1:]
}
