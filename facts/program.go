package facts

import (
	"context"
	"errors"
	"fmt"
	"path"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// program is an executable that prints facts. Which ones is known only once it
// ran, so that it runs for every fact that nothing heavier gives, as in Facter; a
// ttl in facter.conf keeps what it printed.
type program struct {
	file  string
	stamp string // what of the file changes when somebody changes it
}

// stampOf changes with the file.
func stampOf(info host.Info) string {
	return fmt.Sprintf("%d %d %d %d", info.Inode, info.Size, info.ModTime.UnixNano(), info.ChangeTime.UnixNano())
}

// executable takes in a program, if it may be run.
func (l *loading) executable(look host.Look, file string, info host.Info) {
	if err := l.mayRun(look, file, info); err != nil {
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

// mayRun refuses what would not be the host's own, and for root what another
// could have written: it runs as root.
func (*loading) mayRun(look host.Look, file string, info host.Info) error {
	if look.Root() != "/" {
		return errors.New("not run: the host is below another root, and it would tell of this machine")
	}
	if look.UID() != 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	dir, err := look.Stat(ctx, path.Dir(file))
	if err != nil {
		return &readError{path.Dir(file), err}
	}
	for _, one := range []struct {
		what string
		info host.Info
	}{{"it", info}, {"its folder", dir}} {
		if why := look.Distrust(one.what, one.info); why != "" {
			return errors.New("not run: " + why)
		}
	}
	return nil
}

func (p *program) run(ctx context.Context, look host.Look, s *sheet) {
	res, err := look.Query(ctx, host.Command{Name: p.file, Timeout: Deadline, Grace: killAfter})
	failed, ran := errors.AsType[*host.CommandError](err)
	if ran {
		failed.Command, err = "the program", failed
	}
	switch {
	case errors.Is(err, context.Canceled):
		s.source.Err = cancelled{err}
		return
	case err != nil && !ran, ran && failed.Cause != nil:
		s.source.Err = err
		return
	case res.Truncated || len(res.Stdout) > maxFacts:
		s.source.Err = fmt.Errorf("it printed more than %d bytes; a file of facts may have %d", maxFacts, maxFacts)
		return
	}
	found, err := parsePrinted(res.Stdout)
	s.external(found, p.file)
	s.source.Err = firstError(s.source.Err, err)
	p.judge(res, failed, s)
}

// judge says of the status and the error output what Facter says only in part.
// A program that failed and gave nothing is at fault.
func (*program) judge(res host.Result, failed *host.CommandError, s *sheet) {
	if tail := strings.TrimSpace(string(res.Stderr)); tail != "" {
		s.source.Notes = append(s.source.Notes, "standard error: "+strings.Join(host.Result{Stderr: res.Stderr}.Tail(3), " / "))
	}
	switch {
	case failed == nil:
	case len(s.leaves) == 0:
		s.source.Err = firstError(s.source.Err, failed)
	default:
		how := fmt.Sprintf("exit %d", res.Exit)
		if res.Signal != "" {
			how = "killed by " + res.Signal
		}
		s.source.Notes = append(s.source.Notes, how+", which Facter does not look at")
		for i := range s.leaves {
			s.leaves[i].note = how
		}
	}
}

// parsePrinted takes a map in JSON or YAML, else lines of name=value.
func parsePrinted(out []byte) (value.Value, error) {
	if found, _, err := parseYAML(out); err == nil && found.Kind() == value.Map {
		return found, nil
	}
	if found, _, err := parseJSON(out); err == nil && found.Kind() == value.Map {
		return found, nil
	}
	found, _, err := parseText(out)
	return found, err
}
