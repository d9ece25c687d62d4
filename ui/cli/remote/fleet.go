package remote

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"

	"ralsh/model"
	"ralsh/model/fleet"
	"ralsh/model/hops"
	"ralsh/ral/manifest"
	"ralsh/ui/cli/usage"
)

// many is a command line at many hosts.
type many struct {
	line
	flags   fleetFlags
	command *Command
	inv     *fleet.Inventory
	targets []fleet.Target
	left    []*fleet.Answer // hosts that were left out before anything was done
	state   string          // the state directory
	spool   *fleet.Spool
	program hops.Program
	env     []string
	builds  []string
	in      []byte // standard input, for each host
	shown   progress
	link    agentLink
	orders  map[string]signed // by the names of targets

	asking    sync.Mutex // held during the prompt for the password of sudo
	confirmed bool
	password  string
	refusal   error // of the question
}

// fleet carries the command line to many hosts.
func (a line) fleet(ctx context.Context, on string, args []string) error {
	m := &many{line: a, shown: progress{to: &a.Printer}, orders: make(map[string]signed)}
	m.link.say = func(line string) { a.Say("%s", line) }
	defer m.link.close()
	rest, err := m.flags.parse(args)
	if err != nil {
		return err
	}
	rest, lines, err := a.withoutSecrets(ctx, rest)
	if err != nil {
		return err
	}
	if m.command, err = ReadCommand(a.commands, rest); err != nil {
		return err
	}
	m.in = []byte(lines)
	if m.command.stdin && m.flags.inventory == "-" {
		return usage.Errorf("standard input cannot contain both the hosts and the declarations")
	}
	user, node := model.Sender(ctx)
	m.env = a.environmentThere(user + "@" + node)
	if err := m.expand(ctx, on); err != nil {
		return err
	}
	if err := m.readInput(); err != nil {
		return err
	}
	if err := m.forAgents(); err != nil {
		return err
	}
	if m.spool, err = fleet.NewSpool(); err != nil {
		return err
	}
	defer m.spool.Close()
	m.builds = []string{filepath.Join(model.BuildsDir(a.Getenv), a.Version)}
	if m.command.Change && !(m.command.Noop && m.command.output != "text") {
		return m.change(ctx)
	}
	return m.read(ctx)
}

// expand finds the targets.
func (m *many) expand(ctx context.Context, on string) error {
	var err error
	if m.inv, err = m.hosts(m.flags.inventory); err != nil {
		return err
	}
	m.inv.FindAgents = func(where string) ([]fleet.FoundAgent, error) { return m.link.find(ctx, where) }
	_, _, m.state = model.HostsFiles(m.Getenv)
	last, err := fleet.ReadLast(m.state)
	if err != nil {
		return err
	}
	if m.targets, err = m.inv.Expand(on, last); err != nil {
		return usage.Wrap(err)
	}
	m.answering()
	m.otherVersions()
	if !m.command.undo || m.command.numbered {
		return nil
	}
	var with []fleet.Target
	for _, t := range m.targets {
		if t.Last && t.Run == 0 {
			m.left = append(m.left, &fleet.Answer{Target: t, Outcome: fleet.LeftOut, Reason: "the last command made no run on this host"})
			continue
		}
		with = append(with, t)
	}
	if m.targets = with; len(with) == 0 {
		return usage.Errorf("the last command made no run on these hosts, so ralsh cannot undo it")
	}
	return nil
}

// readInput reads standard input once, if the command reads it.
func (m *many) readInput() (err error) {
	if !m.command.stdin {
		return nil
	}
	if m.in, err = io.ReadAll(io.LimitReader(m.In, manifest.MaxInput+1)); err != nil {
		return fmt.Errorf("cannot read stdin: %w", err)
	}
	if len(m.in) > manifest.MaxInput {
		return usage.Errorf("standard input is larger than %d MiB", manifest.MaxInput>>20)
	}
	return nil
}

// runner returns a Runner for a command line on the targets.
func (m *many) runner(format fleet.Format, args func(fleet.Target) []string) *fleet.Runner {
	return &fleet.Runner{
		Limit: m.limit(), Silence: m.flags.timeout, Format: format, Spool: m.spool, Again: m.Kill, Detailed: m.command.detailed,
		Say: m.shown.line,
		Carry: func(ctx context.Context, t fleet.Target, at fleet.At) (int, error) {
			if t.Agent != nil {
				return m.callAgent(ctx, t, args(t), at)
			}
			call := m.call(t, at)
			switch call.Args = args(t); strings.Join(call.Args, " ") {
			case "--where":
				return 0, call.Where(ctx)
			case "--forget":
				return 0, call.Forget(ctx)
			}
			return call.Run(ctx)
		},
	}
}

// ofSudo returns the password of sudo. It prompts once, when the first host requires the
// password.
func (m *many) ofSudo(ctx context.Context, host string) (string, error) {
	m.asking.Lock()
	defer m.asking.Unlock()
	if !m.confirmed {
		m.confirmed = true
		m.shown.pause(func() {
			m.password, m.refusal = m.Secret(ctx, "password of sudo on "+host+" and all hosts that require it: ")
		})
	}
	return m.password, m.refusal
}

func (m *many) call(t fleet.Target, at fleet.At) *hops.Call {
	call := &hops.Call{
		Target: t.On.WithConnectTimeout(fleet.ConnectTimeout), Env: m.env, Builds: m.builds, Program: &m.program, Limit: fleet.MaxAnswer, Batch: true,
		In: bytes.NewReader(m.in), Out: at.Out, Say: at.Say, Sent: at.Sent, Again: at.Again,
	}
	if (m.InTerminal || m.ErrTerminal) && m.Secret != nil {
		call.Password = func(ctx context.Context) (string, error) { return m.ofSudo(ctx, t.Name) }
	}
	return call
}
