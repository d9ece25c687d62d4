package facts

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ralsh/facts/datafile"
	"ralsh/ral/host"
)

// program is an executable that prints facts. Its facts are known only after it
// has run, so it runs for every fact that no heavier resolution provides, as in
// Facter; a ttl in facter.conf caches its output.
type program struct {
	file  string
	stamp string // identifies the version of the file
}

// stampOf returns a stamp that changes with the file.
func stampOf(info host.Info) string {
	return fmt.Sprintf("%d %d %d %d", info.Inode, info.Size, info.ModTime.UnixNano(), info.ChangeTime.UnixNano())
}

// executable adds a program, if it may be run.
func (l *loading) executable(rd host.Reader, file string, info host.Info) {
	if err := mayRun(l.root, rd, file, info); err != nil {
		l.fault(file, err)
		return
	}
	p := &program{file: file, stamp: stampOf(info)}
	l.resolutions = append(l.resolutions, resolution{
		kind: External, name: "executable", from: file, weight: weightFile, program: p,
		deadline: Deadline + stopping, queries: []host.Query{{Name: file}},
		find: p.run,
	})
}

func (p *program) run(ctx context.Context, rd host.Reader, b *result) {
	cmd := host.Command{Name: p.file, Env: inherited(rd), Timeout: Deadline, Grace: killAfter, OutputLimit: maxFacts}
	res, err := rd.Query(ctx, cmd)
	failed, ran := errors.AsType[*host.CommandError](err)
	if ran {
		failed.Command, err = "the program", failed
	}
	switch {
	case errors.Is(err, context.Canceled):
		b.source.Err = cancelled{err}
		return
	case err != nil && !ran, ran && failed.Cause != nil:
		b.source.Err = err
		return
	case res.Truncated || len(res.Stdout) > maxFacts:
		b.source.Err = fmt.Errorf("the output is too long (more than %d bytes)", maxFacts)
		return
	}
	found, notes, err := datafile.Printed(res.Stdout)
	for _, note := range notes {
		b.source.Notes = append(b.source.Notes, "standard output: "+note)
	}
	b.external(found, p.file)
	b.source.Err = both(err, b.source.Err)
	p.judge(res, failed, b)
}

// inherited returns the environment of ralsh without the locale, which stays C.
// A program of facts may need HOME, as in Facter.
func inherited(rd host.Reader) []string {
	return slices.DeleteFunc(rd.Environ(), func(pair string) bool {
		return strings.HasPrefix(pair, "LC_") || strings.HasPrefix(pair, "LANG")
	})
}

// judge reports the status and the error output, more completely than Facter. A
// program that failed without output has an error.
func (*program) judge(res host.Result, failed *host.CommandError, b *result) {
	var warned []string
	switch {
	case failed == nil:
	case len(b.Leaves) == 0:
		b.source.Err = cmp.Or[error](b.source.Err, failed)
		return
	default:
		how := fmt.Sprintf("exit %d", res.Exit)
		if res.Signal != "" {
			how = "killed by " + res.Signal
		}
		warned = append(warned, how+", which Facter ignores")
		for i := range b.Leaves {
			b.Leaves[i].Note = how
		}
	}
	if tail := (host.Result{Stderr: res.Stderr}).Tail(3); len(tail) > 0 {
		warned = append(warned, "standard error: "+strings.Join(tail, " / "))
	}
	if len(b.Leaves) == 0 && b.source.Err == nil {
		b.source.Notes = append(b.source.Notes, "it printed no facts")
	}
	b.source.Warning = strings.Join(warned, "; ")
}
