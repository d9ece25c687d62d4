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

const meminfo = "/proc/meminfo"

// memory counts memory that is not available as used (proc_meminfo(5)). Kernels before
// 3.14 lack MemAvailable; there, free, buffered and cached memory is available.
func memory(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	text, err := need(ctx, rd, meminfo)
	if err != nil {
		b.Fail("memory", meminfo, err)
		return
	}
	kib := map[string]int64{}
	for line := range strings.Lines(text) {
		name, rest, _ := strings.Cut(line, ":")
		fields := strings.Fields(rest)
		if len(fields) == 0 {
			continue
		}
		if n, err := strconv.ParseInt(fields[0], 10, 64); err == nil {
			kib[name] = n * 1024
		}
	}
	total, ok := kib["MemTotal"]
	if !ok {
		b.Fail("memory", meminfo, fmt.Errorf("%s does not contain MemTotal", meminfo))
		return
	}
	available, ok := kib["MemAvailable"]
	if !ok {
		available = kib["MemFree"] + kib["Buffers"] + kib["Cached"]
	}
	share(b, "memory.system.", total, available)
	if swap := kib["SwapTotal"]; swap > 0 {
		share(b, "memory.swap.", swap, kib["SwapFree"])
	}
}

func share(b *leaf.Builder, prefix string, total, available int64) {
	used := total - available
	b.Put(prefix+"total", value.Str(humanBytes(total)), meminfo)
	b.Put(prefix+"total_bytes", value.Int(total), meminfo)
	b.Put(prefix+"available", value.Str(humanBytes(available)), meminfo)
	b.Put(prefix+"available_bytes", value.Int(available), meminfo)
	b.Put(prefix+"used", value.Str(humanBytes(used)), meminfo)
	b.Put(prefix+"used_bytes", value.Int(used), meminfo)
	b.Put(prefix+"capacity", value.Str(percent(used, total)), meminfo)
}
