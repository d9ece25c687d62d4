package linux

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

const (
	cpuinfo = "/proc/cpuinfo"
	sysCPU  = "/sys/devices/system/cpu"
)

func processors(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	text, err := need(ctx, rd, cpuinfo)
	if err != nil {
		b.Fail("processors", cpuinfo, err)
		return
	}
	// The isa is from the kernel. uname -p, which Facter uses, prints "unknown"
	// except on distributions that patch it.
	if u, err := rd.Uname(ctx); err != nil {
		b.Fail("processors.isa", fromUname, err)
	} else {
		b.Text("processors.isa", u.Machine, fromUname)
	}
	var c cpuInfo
	for row := range strings.Lines(text) {
		key, rest, _ := strings.Cut(row, ":")
		c.read(strings.TrimSpace(key), strings.TrimSpace(rest))
	}
	if u, err := rd.Uname(ctx); err == nil {
		b.Put("processors.extensions", value.Strs(c.extensions(u.Machine)...), cpuinfo)
	}
	b.Put("processors.count", value.Int(int64(c.count)), cpuinfo)
	if len(c.models) > 0 {
		b.Put("processors.models", value.Strs(c.models...), cpuinfo)
	}
	if c.hertz > 0 {
		b.Text("processors.speed", humanHertz(c.hertz), cpuinfo)
	}
	from := cpuinfo
	if len(c.sockets) == 0 || c.cores == 0 {
		c.topology(ctx, rd)
		from = sysCPU
	}
	if len(c.sockets) > 0 {
		b.Put("processors.physicalcount", value.Int(int64(len(c.sockets))), from)
	}
	if c.cores > 0 {
		b.Put("processors.cores", value.Int(int64(c.cores)), from)
		b.Put("processors.threads", value.Int(int64(max(1, c.siblings/c.cores))), from)
	}
}

// cpuInfo is the content of /proc/cpuinfo; its keys depend on the architecture.
type cpuInfo struct {
	count    int
	models   []string
	sockets  map[string]bool
	cores    int // per socket
	siblings int // threads per socket
	hertz    int64
	flags    map[string]bool
}

// levels are the microarchitecture levels of x86-64, each with the flags of the kernel
// that it adds to the level before (x86-64 psABI, 3.1.1).
var levels = []struct{ name, flags string }{
	{"x86_64-v1", "cmov cx8 fpu fxsr lm mmx syscall sse2"},
	{"x86_64-v2", "cx16 lahf_lm popcnt sse4_1 sse4_2 ssse3"},
	{"x86_64-v3", "abm avx avx2 bmi1 bmi2 f16c fma movbe xsave"},
	{"x86_64-v4", "avx512f avx512bw avx512cd avx512dq avx512vl"},
}

// extensions returns the architecture with the levels that all processors have.
func (c *cpuInfo) extensions(machine string) []string {
	list := []string{machine}
	if machine != "x86_64" {
		return list
	}
	for _, level := range levels {
		if slices.ContainsFunc(strings.Fields(level.flags), func(flag string) bool { return !c.flags[flag] }) {
			break
		}
		list = append(list, level.name)
	}
	return list
}

func (c *cpuInfo) read(key, text string) {
	switch key {
	case "processor":
		c.count++
	case "model name", "cpu":
		c.models = append(c.models, text)
	case "flags":
		c.flags = make(map[string]bool)
		for flag := range strings.FieldsSeq(text) {
			c.flags[flag] = true
		}
	case "physical id":
		c.socket(text)
	case "cpu cores":
		c.cores, _ = strconv.Atoi(text)
	case "siblings":
		c.siblings, _ = strconv.Atoi(text)
	case "cpu MHz", "clock":
		whole, _, _ := strings.Cut(strings.TrimSuffix(text, "MHz"), ".")
		mega, _ := strconv.ParseInt(whole, 10, 64)
		c.hertz = mega * 1_000_000
	}
}

func (c *cpuInfo) socket(id string) {
	if c.sockets == nil {
		c.sockets = map[string]bool{}
	}
	c.sockets[id] = true
}

// topology reads /sys on architectures without this information in cpuinfo.
func (c *cpuInfo) topology(ctx context.Context, rd host.Reader) {
	cpus, err := rd.ReadDir(ctx, sysCPU)
	if err != nil {
		return
	}
	cores, first := map[string]bool{}, ""
	c.siblings = 0
	for _, cpu := range cpus {
		if _, err := strconv.Atoi(strings.TrimPrefix(cpu, "cpu")); err != nil {
			continue
		}
		at := sysCPU + "/" + cpu + "/topology/"
		socket := line(ctx, rd, at+"physical_package_id")
		if socket == "" {
			continue
		}
		c.socket(socket)
		if first == "" {
			first = socket
		}
		if socket == first {
			c.siblings++
			cores[line(ctx, rd, at+"core_id")] = true
		}
	}
	c.cores = len(cores)
}
