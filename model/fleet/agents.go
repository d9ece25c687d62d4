package fleet

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"ralsh/model/wire"
	"ralsh/ral/host/attached"
	"ralsh/ral/host/ownfiles"
)

// agentProgram is the program that connects to the agents. It is a separate program, so that
// ralsh does not link a library for NATS.
const agentProgram = "ralsh-agent"

// AgentLimit is the default number of hosts with agents on which a command runs concurrently.
const AgentLimit = 128

// agentsBegin limits the start of the program.
const agentsBegin = 20 * time.Second

// Agents is a running agentProgram.
type Agents struct {
	Hello wire.Hello

	program *attached.Program // nil for streams
	stdin   io.Closer
	to      *wire.Writer
	over    chan struct{} // closed at the end of its output

	mu    sync.Mutex
	calls map[string]func(wire.Answer) // by their numbers
	late  []FoundAgent
	why   error // it is over
}

// FindAgentProgram returns the path of the program next to this program, or its name for a
// search on PATH.
func FindAgentProgram() string {
	if path, ok := ownfiles.SiblingProgram(agentProgram); ok {
		return path
	}
	return agentProgram
}

// StartAgents starts the program, given as a path or a name on PATH. say is called with the
// lines of its standard error. The error is the reason why the agents cannot be reached.
func StartAgents(ctx context.Context, program string, say func(line string)) (*Agents, error) {
	in, stdin := io.Pipe()
	stdout, out := io.Pipe()
	stderr, errs := io.Pipe()
	agent, err := attached.Start(ctx, []string{program, "ask"}, in, out, errs)
	if err != nil {
		return nil, fmt.Errorf("cannot start %s, which contacts the agents (install the package %s): %w", agentProgram, agentProgram, err)
	}
	go func() {
		<-agent.Ended()
		_ = out.Close() // a pipe in memory
		_ = errs.Close()
	}()
	go sayLines(stderr, say)
	a, err := NewAgents(ctx, stdin, stdout)
	if err != nil {
		agent.Stop()
		return nil, err
	}
	a.program = agent
	return a, nil
}

// NewAgents uses a program through its standard input and output. The error is the reason why
// the agents cannot be reached.
func NewAgents(ctx context.Context, stdin io.WriteCloser, stdout io.Reader) (*Agents, error) {
	a := &Agents{stdin: stdin, to: wire.NewWriter(stdin), over: make(chan struct{}), calls: make(map[string]func(wire.Answer))}
	hello := make(chan error, 1)
	go a.read(wire.NewReader(stdout), hello)
	timer := time.NewTimer(agentsBegin)
	defer timer.Stop()
	var err error
	select {
	case err = <-hello:
	case <-ctx.Done():
		err = ctx.Err()
	case <-timer.C:
		err = fmt.Errorf("%s did not answer in %s", agentProgram, agentsBegin)
	}
	if err != nil {
		_ = stdin.Close() // a pipe in memory
		return nil, err
	}
	return a, nil
}

// sayLines forwards lines, each up to a limit.
func sayLines(from io.Reader, say func(string)) {
	lines := wire.NewReader(from)
	for {
		line, err := lines.Next()
		if err != nil {
			_, _ = io.Copy(io.Discard, from) // so that the program does not wait
			return
		}
		say(string(line))
	}
}

func (a *Agents) read(from *wire.Reader, hello chan<- error) {
	line, err := from.Next()
	if err == nil {
		a.Hello, err = wire.Decode[wire.Hello](line)
	}
	if err == nil && a.Hello.Reason != "" {
		err = errors.New(a.Hello.Reason)
	}
	if errors.Is(err, io.EOF) {
		err = fmt.Errorf("%s has ended", agentProgram)
	}
	hello <- err
	for err == nil {
		if line, err = from.Next(); err != nil {
			break
		}
		var m wire.Answer
		if m, err = wire.Decode[wire.Answer](line); err != nil {
			break
		}
		a.mu.Lock()
		take := a.calls[m.Call]
		a.mu.Unlock()
		if take != nil {
			take(m)
		}
	}
	a.mu.Lock()
	if a.why = fmt.Errorf("%s has ended", agentProgram); !errors.Is(err, io.EOF) {
		a.why = fmt.Errorf("%s sent an invalid message: %w", agentProgram, err)
	}
	a.mu.Unlock()
	close(a.over)
}

// Close ends the program.
func (a *Agents) Close() {
	_ = a.stdin.Close() // a pipe in memory
	if a.program != nil {
		a.program.Stop()
		<-a.program.Ended()
	}
}

func newCall() string {
	random := make([]byte, 16)
	_, _ = rand.Read(random) // never fails: crypto/rand
	return hex.EncodeToString(random)
}

// listen registers take for the answers of a call.
func (a *Agents) listen(number string, take func(wire.Answer)) (forget func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.calls[number] = take
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.calls, number)
	}
}

// Find returns the hosts that match a filter, in the order of their answers.
func (a *Agents) Find(ctx context.Context, where string) ([]FoundAgent, error) {
	var found []FoundAgent
	end, over := make(chan wire.End, 1), false
	ask := &wire.Find{Call: newCall(), Operator: a.Hello.Operator, Where: where}
	a.listen(ask.Call, func(m wire.Answer) {
		switch here := m.Here; {
		case m.End != nil && !over:
			over = true
			end <- *m.End
		case here == nil || wire.CheckName(m.Host) != nil:
		case over:
			a.addLate(FoundAgent{m.Host, *here})
		case len(found) <= maxHosts: // one host above the limit is enough for the error
			found = append(found, FoundAgent{m.Host, *here})
		}
	})
	refused := make(chan error, 1)
	go func() {
		if err := a.to.Write(wire.Ask{Find: ask}); err != nil {
			refused <- err
		}
	}()
	select {
	case err := <-refused:
		return nil, err
	case e := <-end:
		if e.Outcome != wire.Ended {
			return nil, errors.New(e.Reason)
		}
		return found, nil
	case <-a.over:
		return nil, a.why
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (a *Agents) addLate(host FoundAgent) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.late) < maxHosts {
		a.late = append(a.late, host)
	}
}

// Late returns the hosts that answered after the end of Find. No command runs on them.
func (a *Agents) Late() []FoundAgent {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.late)
}
