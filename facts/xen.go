package facts

import (
	"context"
	"strings"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

const xl = "/usr/sbin/xl"

// xenDomains adds the guests of a host that is Xen's first domain.
func xenDomains(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	const from = "xl list (command)"
	if ok, _ := rd.Exists(ctx, xl); !ok {
		return
	}
	text, err := ask(ctx, rd, xl, "list")
	if err != nil {
		b.Fail("xen.domains", from, err)
		return
	}
	var names []string
	for row := range strings.Lines(text) {
		if fields := strings.Fields(row); len(fields) > 0 && fields[0] != "Name" && fields[0] != "Domain-0" {
			names = append(names, fields[0])
		}
	}
	b.Put("xen.domains", value.Strs(names...), from)
}
