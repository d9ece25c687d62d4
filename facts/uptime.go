package facts

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

const procUptime = "/proc/uptime"

func uptime(ctx context.Context, look host.Look, s *sheet) {
	text, err := need(ctx, look, procUptime)
	if err != nil {
		s.fail("system_uptime", procUptime, err)
		return
	}
	first, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	whole, _, _ := strings.Cut(first, ".")
	seconds, err := strconv.ParseInt(whole, 10, 64)
	if err != nil {
		s.fail("system_uptime", procUptime, fmt.Errorf("%s begins with %q, no number", procUptime, whole))
		return
	}
	hours := seconds / 3600
	days := hours / 24
	s.put("system_uptime.seconds", value.Int(seconds), procUptime)
	s.put("system_uptime.hours", value.Int(hours), procUptime)
	s.put("system_uptime.days", value.Int(days), procUptime)
	s.put("system_uptime.uptime", value.Str(uptimeText(days, hours, seconds/60%60)), procUptime)
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
