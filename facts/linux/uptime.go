package linux

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

const procUptime = "/proc/uptime"

// uptime adds how long the kernel has run, in a Docker container how long the
// container has.
func uptime(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	text, err := need(ctx, rd, procUptime)
	if err != nil {
		b.Fail("system_uptime", procUptime, err)
		return
	}
	first, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	whole, _, _ := strings.Cut(first, ".")
	seconds, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		b.Fail("system_uptime", procUptime, fmt.Errorf("%s begins with %q, which is not a number", procUptime, whole))
		return
	}
	from := procUptime
	if container(ctx, rd).name == "docker" {
		if since, ok := firstBegan(ctx, rd); ok {
			seconds, from = seconds-since, firstStat
		}
	}
	hours := seconds / 3600
	days := hours / 24
	b.Put("system_uptime.seconds", value.Int(seconds), from)
	b.Put("system_uptime.hours", value.Int(hours), from)
	b.Put("system_uptime.days", value.Int(days), from)
	b.Put("system_uptime.uptime", value.Str(uptimeText(days, hours, seconds/60%60)), from)
}

const firstStat = "/proc/1/stat"

// firstBegan returns the kernel's uptime in seconds when process 1, and so a
// container, started: the 22nd field of proc_pid_stat(5), in hundredths. The
// second field is a name that may contain anything but ends with the last
// parenthesis.
func firstBegan(ctx context.Context, rd host.Reader) (seconds int64, ok bool) {
	text := line(ctx, rd, firstStat)
	fields := strings.Fields(text[strings.LastIndex(text, ")")+1:])
	if len(fields) < 20 {
		return 0, false
	}
	ticks, err := strconv.ParseInt(fields[19], 10, 64)
	return ticks / 100, err == nil
}

func uptimeText(days, hours, minutes int64) string {
	switch days {
	case 0:
		return fmt.Sprintf("%d:%02d hours", hours, minutes)
	case 1:
		return "1 day"
	}
	return fmt.Sprintf("%d days", days)
}
