package accounts

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ralsh/ral/host"
)

// NewNumber returns the number that useradd and groupadd choose for a new account
// (useradd(8), login.defs(5)): the number after the highest in the range, and for a system
// account the number before the lowest. At the end of the range they search for a free
// number from the start. They choose preferred if it is free. It returns "" if accounts may
// also come from a source without a file, and an error if no number is free.
func NewNumber(ctx context.Context, rd host.Reader, file string, system bool, preferred string) (string, error) {
	data, err := rd.ReadShared(ctx, file)
	if err != nil || !onlyFiles(ctx, rd, strings.TrimPrefix(file, "/etc/")) {
		return "", nil
	}
	first, last := numbers(loginDefs(ctx, rd), file, system)
	if preferred != "" {
		if n, err := strconv.ParseInt(preferred, 10, 64); err == nil && (n >= first || system && n > 0) && n <= last && !bytes.Contains(data, []byte(":"+preferred+":")) {
			return preferred, nil
		}
	}
	lowest, highest := last+1, first-1
	for line := range bytes.Lines(data) {
		if n := numberIn(line); n >= first && n <= last {
			lowest, highest = min(lowest, n), max(highest, n)
		}
	}
	n, step, start := highest+1, int64(1), first
	if system {
		n, step, start = lowest-1, -1, last
	}
	if n < first || n > last {
		used := make(map[int64]bool)
		for line := range bytes.Lines(data) {
			used[numberIn(line)] = true
		}
		for n = start; used[n]; n += step {
		}
	}
	if n < first || n > last {
		return "", fmt.Errorf("no %s from %d to %d is free (%s)", idIn(file), first, last, loginDefsFile)
	}
	return strconv.FormatInt(n, 10), nil
}

// TakesNext describes the number of a new account: "takes the next free UID, 1001". It is
// without the number if that is unknown.
func TakesNext(file, number string) string {
	text := "takes the next free " + idIn(file)
	if number != "" {
		text += ", " + number
	}
	return text
}

func idIn(file string) string {
	if file == GroupFile {
		return "GID"
	}
	return "UID"
}

// numbers returns the range of numbers for new accounts.
func numbers(defs LoginDefs, file string, system bool) (first, last int64) {
	id := idIn(file)
	number := func(name string, otherwise int64) int64 {
		if n, err := strconv.ParseInt(defs[name], 0, 64); err == nil {
			return n
		}
		return otherwise
	}
	first, last = number(id+"_MIN", 1000), number(id+"_MAX", 60000)
	if system {
		first, last = number("SYS_"+id+"_MIN", 101), number("SYS_"+id+"_MAX", first-1)
	}
	return first, last
}

// numberIn returns the third field of a line, or -1.
func numberIn(line []byte) int64 {
	for range 2 {
		at := bytes.IndexByte(line, ':')
		if at < 0 {
			return -1
		}
		line = line[at+1:]
	}
	n, at := int64(0), 0
	for at < len(line) && line[at] >= '0' && line[at] <= '9' && at < 10 {
		n = n*10 + int64(line[at]-'0')
		at++
	}
	if at == 0 || at < len(line) && line[at] != ':' {
		return -1
	}
	return n
}

func loginDefs(ctx context.Context, rd host.Reader) LoginDefs {
	data, _ := rd.ReadShared(ctx, loginDefsFile) // a missing file sets no defaults
	return ParseLoginDefs(string(data))
}

// onlyFiles reports whether all accounts with a number for new ones are in the files: the
// numbers of systemd are in a different range.
func onlyFiles(ctx context.Context, rd host.Reader, database string) bool {
	words, err := otherSources(ctx, rd, database)
	return err == nil && !slices.ContainsFunc(words, func(word string) bool { return word != "systemd" && !strings.HasPrefix(word, "[") })
}
