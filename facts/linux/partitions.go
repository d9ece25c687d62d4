package linux

import (
	"context"
	"slices"
	"strings"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
)

// volume is a block device that may contain a file system, and its directory in
// /sys.
type volume struct{ device, dir string }

// partitions adds the partitions of disks, device maps and used loops.
func partitions(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	var found []volume
	for _, name := range blocks(ctx, rd, b, "partitions") {
		dir := sysBlock + "/" + name
		inside, err := rd.ReadDir(ctx, dir)
		if err != nil {
			continue
		}
		for _, part := range inside {
			switch {
			case strings.HasPrefix(part, name):
				found = append(found, volume{"/dev/" + part, dir + "/" + part})
			case part == "dm":
				device := "/dev/" + name
				if mapped := line(ctx, rd, dir+"/dm/name"); mapped != "" {
					device = "/dev/mapper/" + mapped
				}
				found = append(found, volume{device, dir})
			case part == "loop":
				found = append(found, volume{"/dev/" + name, dir})
				backing := dir + "/loop/backing_file"
				lineAt(ctx, rd, b, []string{"partitions", "/dev/" + name, "backing_file"}, backing)
			}
		}
	}
	contents(ctx, rd, b, found)
	mounted(ctx, rd, b, found)
}

// mounted adds the first mount point of each.
func mounted(ctx context.Context, rd host.Reader, b *leaf.Builder, all []volume) {
	if len(all) == 0 {
		return
	}
	text, err := read(ctx, rd, procMounts)
	for _, v := range all {
		b.Miss([]string{"partitions", v.device, "mount"}, procMounts, err)
	}
	paths := map[string]string{}
	for _, m := range slices.Backward(mountsOf(text)) {
		paths[m.device] = m.path
	}
	for _, v := range all {
		b.TextAt([]string{"partitions", v.device, "mount"}, paths[v.device], procMounts)
	}
}

// contents adds the file systems: from the database of udev, or, without udev, from a
// call of blkid(8).
func contents(ctx context.Context, rd host.Reader, b *leaf.Builder, all []volume) {
	var silent []volume
	for _, v := range all {
		size(ctx, rd, b, []string{"partitions", v.device}, v.dir)
		known, from := udevOf(ctx, rd, v.dir)
		if known == nil {
			silent = append(silent, v)
		}
		content(b, v, known, udevNames[:], from)
	}
	if len(silent) == 0 {
		return
	}
	printed, err := ask(ctx, rd, blkid)
	for _, v := range silent {
		if err != nil {
			b.FailAt([]string{"partitions", v.device, "filesystem"}, fromBlkid, err)
			continue
		}
		content(b, v, blkidOf(printed, v.device), blkidNames[:], fromBlkid)
	}
}

func content(b *leaf.Builder, v volume, known map[string]string, names [][2]string, from string) {
	for _, name := range names {
		b.TextAt([]string{"partitions", v.device, name[1]}, known[name[0]], from)
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
func udevOf(ctx context.Context, rd host.Reader, dir string) (known map[string]string, from string) {
	from = "/run/udev/data/b" + line(ctx, rd, dir+"/dev")
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
