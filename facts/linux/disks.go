package linux

import (
	"context"
	"strconv"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

const sysBlock = "/sys/block"

// sector is the unit of /sys/block/*/size, independent of the sector size of the disk
// (block/stat.rst of the kernel).
const sector = 512

// disks adds the block devices that are physical devices, not loops or maps.
func disks(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	for _, name := range blocks(ctx, rd, b, "disks") {
		dir := sysBlock + "/" + name
		if ok, err := rd.Exists(ctx, dir+"/device"); !ok || err != nil {
			continue
		}
		at := []string{"disks", name}
		size(ctx, rd, b, at, dir)
		for _, key := range []string{"model", "vendor"} {
			lineAt(ctx, rd, b, join(at, key), dir+"/device/"+key)
		}
		turns, err := small(ctx, rd, dir+"/queue/rotational")
		b.Miss(join(at, "type"), dir+"/queue/rotational", err)
		b.TextAt(join(at, "type"), map[string]string{"0": "ssd", "1": "hdd"}[turns], dir+"/queue/rotational")
		numbers(ctx, rd, b, at, dir)
	}
}

// numbers adds the serial numbers and other identifiers of a disk: from the
// database of udev, some from the kernel.
func numbers(ctx context.Context, rd host.Reader, b *leaf.Builder, at []string, dir string) {
	known, from := udevOf(ctx, rd, dir)
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
			lineAt(ctx, rd, b, join(at, number.name), dir+number.file)
			continue
		}
		b.TextAt(join(at, number.name), text, from)
	}
}

func blocks(ctx context.Context, rd host.Reader, b *leaf.Builder, fact string) []string {
	names, err := rd.ReadDir(ctx, sysBlock)
	if err != nil && !gone(err) {
		b.Fail(fact, sysBlock, host.Unreadable(sysBlock, err))
	}
	return names
}

func size(ctx context.Context, rd host.Reader, b *leaf.Builder, at []string, dir string) {
	sectors, err := strconv.ParseInt(line(ctx, rd, dir+"/size"), 10, 64)
	if err != nil {
		return
	}
	b.PutAt(join(at, "size_bytes"), value.Int(sectors*sector), dir+"/size")
	b.PutAt(join(at, "size"), value.Str(humanBytes(sectors*sector)), dir+"/size")
}
