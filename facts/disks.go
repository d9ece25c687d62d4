package facts

import (
	"context"
	"strconv"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

const sysBlock = "/sys/block"

// sector is the unit of /sys/block/*/size whatever the disk's own is
// (block/stat.rst of the kernel).
const sector = 512

// disks are the block devices that stand for a device, so no loops or maps.
func disks(ctx context.Context, look host.Reader, s *factBuilder) {
	for _, name := range s.blocks(ctx, look, "disks") {
		folder := sysBlock + "/" + name
		if ok, err := look.Exists(ctx, folder+"/device"); !ok || err != nil {
			continue
		}
		at := []string{"disks", name}
		s.size(ctx, look, at, folder)
		for _, key := range []string{"model", "vendor"} {
			s.lineAt(ctx, look, join(at, key), folder+"/device/"+key)
		}
		turns, err := small(ctx, look, folder+"/queue/rotational")
		s.miss(join(at, "type"), folder+"/queue/rotational", err)
		s.textAt(join(at, "type"), map[string]string{"0": "ssd", "1": "hdd"}[turns], folder+"/queue/rotational")
		s.numbers(ctx, look, at, folder)
	}
}

// numbers are those that a disk carries: udev asks the disk and writes down what
// it said, for some the kernel does.
func (s *factBuilder) numbers(ctx context.Context, look host.Reader, at []string, folder string) {
	known, from := udevOf(ctx, look, folder)
	for _, number := range []struct {
		name, file string
		keys       []string
	}{
		{"serial", "/device/serial", []string{"SCSI_IDENT_SERIAL", "ID_SCSI_SERIAL", "ID_SERIAL_SHORT", "ID_SERIAL"}},
		{"wwn", "/wwid", []string{"ID_WWN_WITH_EXTENSION", "ID_WWN"}},
	} {
		text := ""
		for i := 0; i < len(number.keys) && text == ""; i++ {
			text = known[number.keys[i]]
		}
		if text == "" {
			s.lineAt(ctx, look, join(at, number.name), folder+number.file)
			continue
		}
		s.textAt(join(at, number.name), text, from)
	}
}

func (s *factBuilder) blocks(ctx context.Context, look host.Reader, fact string) []string {
	names, err := look.ReadDir(ctx, sysBlock)
	if err != nil && !gone(err) {
		s.fail(fact, sysBlock, &readError{sysBlock, err})
	}
	return names
}

func (s *factBuilder) size(ctx context.Context, look host.Reader, at []string, folder string) {
	sectors, err := strconv.ParseInt(line(ctx, look, folder+"/size"), 10, 64)
	if err != nil {
		return
	}
	s.putAt(join(at, "size_bytes"), value.Int(sectors*sector), folder+"/size")
	s.putAt(join(at, "size"), value.Str(humanBytes(sectors*sector)), folder+"/size")
}
