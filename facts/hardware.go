package facts

import (
	"context"
	"slices"
	"strings"

	"ralsh/ral/host"
)

// hardwareInfo is the information of firmware and processor that identifies the
// machine.
type hardwareInfo struct {
	bios, vendor, product, chassisTag string
	flag                              flag
}

func hardwareOf(ctx context.Context, rd host.Reader) hardwareInfo {
	return hardwareInfo{
		bios:       line(ctx, rd, sysDMI+"/bios_vendor"),
		vendor:     line(ctx, rd, sysDMI+"/sys_vendor"),
		product:    line(ctx, rd, sysDMI+"/product_name"),
		chassisTag: line(ctx, rd, sysDMI+"/chassis_asset_tag"),
		flag:       flagged(ctx, rd),
	}
}

func (hardwareInfo) biosFrom() string { return sysDMI + "/bios_vendor" }

func (hw hardwareInfo) amazon() bool {
	return strings.Contains(hw.bios, "Amazon EC2") || strings.HasPrefix(hw.vendor, "Amazon EC2")
}

// flag is the processor's information about a hypervisor. Only x86 has it.
type flag uint8

const (
	noFlags flag = iota
	noHypervisorFlag
	hypervisorFlag
)

func flagged(ctx context.Context, rd host.Reader) flag {
	for row := range strings.Lines(line(ctx, rd, cpuinfo)) {
		key, flags, _ := strings.Cut(row, ":")
		if strings.TrimSpace(key) != "flags" {
			continue
		}
		if slices.Contains(strings.Fields(flags), "hypervisor") {
			return hypervisorFlag
		}
		return noHypervisorFlag
	}
	return noFlags
}
