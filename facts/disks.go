package facts

import (
	"context"
	"strconv"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

const sysBlock = "/sys/block"

// sector is the unit of /sys/block/*/size whatever the disk's own is
// (block/stat.rst of the kernel).
const sector = 512

// disks are the block devices that stand for a device, so no loops or maps.
func disks(ctx context.Context, look host.Look, s *sheet) {
	for _, name := range s.blocks(ctx, look, "disks") {
		folder := sysBlock + "/" + name
		if ok, err := look.Exists(ctx, folder+"/device"); !ok || err != nil {
			continue
		}
		at := []string{"disks", name}
		s.size(ctx, look, at, folder)
		for _, key := range []string{"model", "vendor"} {
			if text := line(ctx, look, folder+"/device/"+key); text != "" {
				s.putAt(join(at, key), value.Str(text), folder+"/device/"+key)
			}
		}
		kind := map[string]string{"0": "ssd", "1": "hdd"}[line(ctx, look, folder+"/queue/rotational")]
		if kind != "" {
			s.putAt(join(at, "type"), value.Str(kind), folder+"/queue/rotational")
		}
	}
}

func (s *sheet) blocks(ctx context.Context, look host.Look, fact string) []string {
	names, err := look.ReadDir(ctx, sysBlock)
	if err != nil && !gone(err) {
		s.fail(fact, sysBlock, &readError{sysBlock, err})
	}
	return names
}

func (s *sheet) size(ctx context.Context, look host.Look, at []string, folder string) {
	sectors, err := strconv.ParseInt(line(ctx, look, folder+"/size"), 10, 64)
	if err != nil {
		return
	}
	s.putAt(join(at, "size_bytes"), value.Int(sectors*sector), folder+"/size")
	s.putAt(join(at, "size"), value.Str(humanBytes(sectors*sector)), folder+"/size")
}

// partitions are those of disks, device maps and loops in use. What is on them
// was found by udev, which leaves it in /run/udev.
func partitions(ctx context.Context, look host.Look, s *sheet) {
	for _, name := range s.blocks(ctx, look, "partitions") {
		folder := sysBlock + "/" + name
		inside, err := look.ReadDir(ctx, folder)
		if err != nil {
			continue
		}
		for _, part := range inside {
			switch {
			case strings.HasPrefix(part, name):
				s.partition(ctx, look, "/dev/"+part, folder+"/"+part)
			case part == "dm":
				device := "/dev/" + name
				if mapped := line(ctx, look, folder+"/dm/name"); mapped != "" {
					device = "/dev/mapper/" + mapped
				}
				s.partition(ctx, look, device, folder)
			case part == "loop":
				s.partition(ctx, look, "/dev/"+name, folder)
				backing := folder + "/loop/backing_file"
				if file := line(ctx, look, backing); file != "" {
					s.putAt([]string{"partitions", "/dev/" + name, "backing_file"}, value.Str(file), backing)
				}
			}
		}
	}
}

func (s *sheet) partition(ctx context.Context, look host.Look, device, folder string) {
	at := []string{"partitions", device}
	s.size(ctx, look, at, folder)
	from := "/run/udev/data/b" + line(ctx, look, folder+"/dev")
	for row := range strings.Lines(line(ctx, look, from)) {
		key, text, _ := strings.Cut(strings.TrimSpace(row), "=")
		if name := udevNames[key]; name != "" && text != "" {
			s.putAt(join(at, name), value.Str(text), from)
		}
	}
}

var udevNames = map[string]string{
	"E:ID_FS_TYPE": "filesystem", "E:ID_FS_UUID": "uuid", "E:ID_FS_LABEL": "label",
	"E:ID_PART_ENTRY_UUID": "partuuid", "E:ID_PART_ENTRY_NAME": "partlabel",
}
