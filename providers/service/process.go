package service

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"strconv"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// byPattern searches the process of the service: by pattern, or else by the
// name of its binary, or else by the name of the service.
func byPattern(ctx context.Context, rd host.Reader, r *ral.Resource) (value.Value, string, error) {
	pid, err := findProcess(ctx, rd, r)
	switch {
	case err != nil:
		return value.Value{}, "", err
	case pid == 0:
		return value.Sym("stopped"), "/proc: no process matches", nil
	}
	return value.Sym("running"), fmt.Sprintf("/proc/%d/cmdline", pid), nil
}

// findProcess returns the lowest PID with a matching command line, or 0. It
// ignores this process and its ancestors, because their command lines also
// contain the name. If no process matches and some are unreadable, it returns an error.
func findProcess(ctx context.Context, rd host.Reader, r *ral.Resource) (int, error) {
	match, err := pattern(r)
	if err != nil {
		return 0, err
	}
	names, err := rd.ReadDir(ctx, "/proc")
	if err != nil {
		return 0, err
	}
	above, err := lineage(ctx, rd)
	if err != nil {
		return 0, fmt.Errorf("cannot distinguish the process of the service from the ancestors of ralsh: %w", err)
	}
	best := 0
	var denied error
	for _, name := range names {
		pid, err := strconv.Atoi(name)
		if err != nil || above[pid] || best != 0 && pid > best {
			continue
		}
		// A process may end before it is read; the command line of a kernel
		// thread is empty.
		data, err := rd.ReadFile(ctx, "/proc/"+name+"/cmdline")
		if errors.Is(err, fs.ErrPermission) {
			denied = err
		}
		if err != nil || len(data) == 0 {
			continue
		}
		line := strings.TrimRight(strings.ReplaceAll(string(data), "\x00", " "), " ")
		if match.MatchString(line) {
			best = pid
		}
	}
	if best == 0 && denied != nil {
		return 0, denied
	}
	return best, nil
}

// ends returns a function that reports whether a running process has ended: its
// command line is gone or has changed. The command line of a zombie is empty.
func ends(ctx context.Context, rd host.Reader, pid int) func(context.Context, host.Reader) bool {
	file := fmt.Sprintf("/proc/%d/cmdline", pid)
	before, _ := rd.ReadFile(ctx, file)
	return func(ctx context.Context, rd host.Reader) bool {
		now, err := rd.ReadFile(ctx, file)
		return err != nil || len(now) == 0 || !bytes.Equal(now, before)
	}
}

// pattern returns the expression for command lines. For a bare name it matches
// the program's name, also in the form that daemons use ("nginx: master
// process"): anything looser could stop a process that only mentions it.
func pattern(r *ral.Resource) (*regexp.Regexp, error) {
	if r.Has("pattern") {
		re, err := regexp.Compile(r.Get("pattern").Text())
		if err != nil {
			return nil, fmt.Errorf("pattern: %w", err)
		}
		return re, nil
	}
	text := r.Name()
	if r.Has("binary") {
		text = r.Get("binary").Text()
	}
	if !described(r) {
		return regexp.MustCompile(`^(\S*/)?` + regexp.QuoteMeta(text) + `(:?\s|$)`), nil
	}
	return regexp.MustCompile(regexp.QuoteMeta(text)), nil
}

// lineage returns this process and its ancestors (proc(5), /proc/PID/stat), as
// far as /proc shows them (hidepid). After a different error, it is unknown
// whether a process is an ancestor and must not be stopped.
func lineage(ctx context.Context, rd host.Reader) (map[int]bool, error) {
	mine := make(map[int]bool)
	text, err := rd.ReadLink(ctx, "/proc/self")
	for err == nil {
		var pid int
		if pid, err = strconv.Atoi(text); err != nil || pid <= 1 || mine[pid] {
			break
		}
		mine[pid] = true
		var data []byte
		data, err = rd.ReadFile(ctx, fmt.Sprintf("/proc/%d/stat", pid))
		// The second field is a name in parentheses, which may contain
		// anything.
		fields := strings.Fields(string(data[bytes.LastIndexByte(data, ')')+1:]))
		text = "0"
		if len(fields) > 1 {
			text = fields[1]
		}
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) {
		err = nil
	}
	return mine, err
}
