package facts

import (
	"context"
	"slices"
	"strings"

	"ralsh/ral/host"
)

// volume is a block device that may contain a file system, and its directory in
// /sys.
type volume struct{ device, folder string }

// partitions adds the partitions of disks, device maps and used loops.
func partitions(ctx context.Context, rd host.Reader, b *factBuilder) {
	var found []volume
	for _, name := range b.blocks(ctx, rd, "partitions") {
		folder := sysBlock + "/" + name
		inside, err := rd.ReadDir(ctx, folder)
		if err != nil {
			continue
		}
		for _, part := range inside {
			switch {
			case strings.HasPrefix(part, name):
				found = append(found, volume{"/dev/" + part, folder + "/" + part})
			case part == "dm":
				device := "/dev/" + name
				if mapped := line(ctx, rd, folder+"/dm/name"); mapped != "" {
					device = "/dev/mapper/" + mapped
				}
				found = append(found, volume{device, folder})
			case part == "loop":
				found = append(found, volume{"/dev/" + name, folder})
				backing := folder + "/loop/backing_file"
				b.lineAt(ctx, rd, []string{"partitions", "/dev/" + name, "backing_file"}, backing)
			}
		}
	}
	b.contents(ctx, rd, found)
	b.mounted(ctx, rd, found)
}

// mounted adds the first mount point of each.
func (b *factBuilder) mounted(ctx context.Context, rd host.Reader, all []volume) {
	if len(all) == 0 {
		return
	}
	text, err := read(ctx, rd, procMounts)
	for _, v := range all {
		b.miss([]string{"partitions", v.device, "mount"}, procMounts, err)
	}
	paths := map[string]string{}
	for _, m := range slices.Backward(mountsOf(text)) {
		paths[m.device] = m.path
	}
	for _, v := range all {
		b.textAt([]string{"partitions", v.device, "mount"}, paths[v.device], procMounts)
	}
}

// contents adds the file systems: from the database of udev, or, without udev, from a
// call of blkid(8).
func (b *factBuilder) contents(ctx context.Context, rd host.Reader, all []volume) {
	var silent []volume
	for _, v := range all {
		b.size(ctx, rd, []string{"partitions", v.device}, v.folder)
		known, from := udevOf(ctx, rd, v.folder)
		if known == nil {
			silent = append(silent, v)
		}
		b.content(v, known, udevNames[:], from)
	}
	if len(silent) == 0 {
		return
	}
	printed, err := ask(ctx, rd, blkid)
	for _, v := range silent {
		if err != nil {
			b.failAt([]string{"partitions", v.device, "filesystem"}, fromBlkid, err)
			continue
		}
		b.content(v, blkidOf(printed, v.device), blkidNames[:], fromBlkid)
	}
}

func (b *factBuilder) content(v volume, known map[string]string, names [][2]string, from string) {
	for _, name := range names {
		b.textAt([]string{"partitions", v.device, name[1]}, known[name[0]], from)
	}
}

// udevNames maps the keys of udev's database to Facter's names.
var udevNames = [...][2]string{
	{"ID_FS_TYPE", "filesystem"},
	{"ID_FS_UUID", "uuid"},
	{"ID_FS_LABEL", "label"},
	{"ID_PART_ENTRY_UUID", "partuuid"},
	{"ID_PART_ENTRY_NAME", "partlabel"},
}

// udevOf returns udev's data of a block device, or nil.
func udevOf(ctx context.Context, rd host.Reader, folder string) (known map[string]string, from string) {
	from = "/run/udev/data/b" + line(ctx, rd, folder+"/dev")
	data, err := rd.ReadFile(ctx, from)
	if err != nil {
		return nil, from
	}
	known = map[string]string{}
	for row := range strings.Lines(string(data)) {
		if entry, ok := strings.CutPrefix(strings.TrimSpace(row), "E:"); ok {
			key, text, _ := strings.Cut(entry, "=")
			known[key] = text
		}
	}
	return known, from
}

const blkid, fromBlkid = "blkid", "blkid (command)"

var blkidNames = [...][2]string{
	{"TYPE", "filesystem"},
	{"UUID", "uuid"},
	{"LABEL", "label"},
	{"PARTUUID", "partuuid"},
	{"PARTLABEL", "partlabel"},
}

// blkidOf parses the row of a device: /dev/sda1: UUID="1-2" TYPE="vfat".
func blkidOf(printed, device string) map[string]string {
	for row := range strings.Lines(printed) {
		rest, ok := strings.CutPrefix(strings.TrimSpace(row), device+":")
		if !ok {
			continue
		}
		known := map[string]string{}
		for rest != "" {
			key, text, ok := strings.Cut(strings.TrimSpace(rest), `="`)
			if !ok {
				break
			}
			known[key], rest, _ = strings.Cut(text, `"`)
		}
		return known
	}
	return nil
}
