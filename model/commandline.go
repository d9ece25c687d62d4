package model

import (
	"slices"
	"strings"

	"ralsh/model/notation"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/ownfiles"
)

// Command returns the command line for a declaration. The command prompts for
// attributes that are secret by their type. Other secrets are omitted; the second
// result names them.
func (s *Session) Command(d ral.Decl) (line string, secrets []string) {
	args := []string{d.Type, d.Title}
	t := s.Env.Registry.Type(d.Type)
	for _, a := range d.Attrs {
		switch attr := t.Attr(a.Name); {
		case attr != nil && attr.Sensitive:
			args = append(args, a.Name+"=-")
		case a.Value.IsSecret():
			secrets = append(secrets, a.Name)
		case attr == nil:
			args = append(args, a.Name+"="+a.Value.Text())
		default:
			args = append(args, a.Name+"="+notation.Typed(attr, a.Value))
		}
	}
	var flags []string
	if d.Provider != "" && !isOnlyProvider(t, d.Provider) {
		flags = []string{"--provider", d.Provider}
	}
	if strings.HasPrefix(d.Title, "-") { // not a flag
		args = slices.Concat(flags, []string{"--"}, args)
	} else {
		args = append(args, flags...)
	}
	return s.CommandLine(append([]string{"resource"}, args...)...), secrets
}

// CommandLine returns a command line of ralsh with args for the same host,
// modules, external facts, journal and basket.
func (s *Session) CommandLine(args ...string) string {
	command := host.ShellJoin(append(append([]string{"ralsh"}, s.flags()...), args...))
	if s.apart {
		return ownfiles.StateSetting(s.OwnFiles.Paths.State) + " " + command
	}
	return command
}

// ShellLine returns words as a line for a shell.
func ShellLine(words []string) string { return host.ShellJoin(words) }

// flags returns the flags that choose this host, its modules and external facts.
func (s *Session) flags() []string {
	var line []string
	add := func(flag, value string) {
		if value != "" {
			line = append(line, flag, value)
		}
	}
	if s.Root() != "/" {
		add("--root", s.Root())
	}
	add("--modulepath", s.Modules.choice.Path)
	add("--environment", s.Modules.choice.Environment)
	for _, dir := range s.factChoice.ExternalDirs {
		add("--external-dir", dir)
	}
	return line
}

func isOnlyProvider(t *ral.Type, provider string) bool {
	return slices.IndexFunc(t.Providers(), func(p *ral.Provider) bool { return p.Name == provider }) == 0 && len(t.Providers()) == 1
}
