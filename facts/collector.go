package facts

import (
	"context"
	"errors"
	"io/fs"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// collector reads one group of facts.
type collector struct {
	names   []string // the top-level facts that it may find
	collect func(ctx context.Context, look host.Look, s *sheet)
}

// core are the facts that ralsh knows by itself.
var core = [...]collector{
	{[]string{"disks"}, disks},
	{[]string{"dmi"}, dmi},
	{[]string{"filesystems"}, filesystems},
	{[]string{"fips_enabled"}, fips},
	{[]string{"identity"}, identity},
	{[]string{"kernel", "kernelrelease", "kernelversion", "kernelmajversion"}, kernel},
	{[]string{"load_averages"}, loadAverages},
	{[]string{"memory"}, memory},
	{[]string{"networking"}, networking},
	{[]string{"os"}, osFacts},
	{[]string{"partitions"}, partitions},
	{[]string{"path"}, searchPath},
	{[]string{"processors"}, processors},
	{[]string{"ssh"}, ssh},
	{[]string{"system_uptime"}, uptime},
	{[]string{"timezone"}, timezone},
	{[]string{"virtual", "is_virtual"}, virtual},
}

// sheet is what a collector writes on: leaves, each with where it is from.
type sheet struct{ leaves []leaf }

type leaf struct {
	path  []string
	value value.Value
	from  string
	note  string
	err   error
}

// put writes down a leaf by its dotted name; no value is no leaf.
func (s *sheet) put(name string, v value.Value, from string) {
	s.putAt(strings.Split(name, "."), v, from)
}

// putAt is put for names that may hold dots.
func (s *sheet) putAt(path []string, v value.Value, from string) {
	if !v.IsNil() {
		s.leaves = append(s.leaves, leaf{path: path, value: v, from: from})
	}
}

// text is put for a string; the empty one is no value.
func (s *sheet) text(name, text, from string) {
	if text != "" {
		s.put(name, value.Str(text), from)
	}
}

// note adds to the last leaf how it was decided.
func (s *sheet) note(text string) { s.leaves[len(s.leaves)-1].note = text }

// fail writes down why a leaf, or the whole fact, cannot be had.
func (s *sheet) fail(name, from string, err error) {
	s.leaves = append(s.leaves, leaf{path: strings.Split(name, "."), from: from, err: err})
}

// read returns a file's content. A file that is not there is the empty text and
// no error: on other hardware, kernels and systems each of them may be missing.
func read(ctx context.Context, look host.Look, path string) (string, error) {
	data, err := look.ReadFile(ctx, path)
	if err != nil {
		if gone(err) {
			return "", nil
		}
		return "", &readError{path, err}
	}
	return string(data), nil
}

// need is read for a file without which there is nothing to say.
func need(ctx context.Context, look host.Look, path string) (string, error) {
	data, err := look.ReadFile(ctx, path)
	if err != nil {
		return "", &readError{path, err}
	}
	return string(data), nil
}

// line is read without the space around; what cannot be read is no text. It is
// for the small files of /sys, where a driver that has nothing to say fails the
// read.
func line(ctx context.Context, look host.Look, path string) string {
	data, err := look.ReadFile(ctx, path)
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(data))
}

func gone(err error) bool { return errors.Is(err, fs.ErrNotExist) }
