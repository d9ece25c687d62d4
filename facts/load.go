package facts

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

const loadavg = "/proc/loadavg"

func loadAverages(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	text, err := need(ctx, rd, loadavg)
	if err != nil {
		b.Fail("load_averages", loadavg, err)
		return
	}
	fields := strings.Fields(text)
	for i, name := range []string{"1m", "5m", "15m"} {
		if i >= len(fields) {
			return
		}
		load, err := strconv.ParseFloat(fields[i], 64)
		if err != nil || math.IsNaN(load) || math.IsInf(load, 0) {
			b.Fail("load_averages."+name, loadavg, fmt.Errorf("%s contains %q, which is not a number", loadavg, fields[i]))
			continue
		}
		b.Put("load_averages."+name, value.Flt(load), loadavg)
	}
}
