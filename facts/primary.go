package facts

import (
	"context"
	"strings"

	"ralsh/ral/host"
)

const procIPv4 = "/proc/net/route"

// primaryLink returns the interface of the first default route, otherwise the
// first with an address that remote hosts can reach.
func primaryLink(ctx context.Context, rd host.Reader, links []*link) (name, from string) {
	text, _ := rd.ReadFile(ctx, procIPv4)
	for row := range strings.Lines(string(text)) {
		fields := strings.Fields(row)
		if len(fields) > 7 && fields[1] == "00000000" && fields[7] == "00000000" && fields[0] != "*" {
			return fields[0], procIPv4
		}
	}
	for _, l := range links {
		for _, list := range [...][]binding{l.four, l.six} {
			if b, ok := first(list); ok && !near(b.ip) {
				return l.name, fromNetlink
			}
		}
	}
	return "", ""
}
