package remote

import (
	"fmt"
	"strings"
	"sync"

	"ralsh/model/fleet"
	"ralsh/ui/cli/output"
	"ralsh/ui/safe"
)

// maxMessage limits the distinct lines that are compared between hosts.
const maxMessage = 1000

// progress shows at a terminal how many hosts have answered, on a line that it updates, and
// prints the standard error of the hosts.
type progress struct {
	to          *output.Printer
	mu          sync.Mutex
	what        string
	done, total int
	messages    map[string][]string // the hosts that printed a line, by the line
	order       []string
}

// begin begins to count hosts.
func (p *progress) begin(what string, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.what, p.done, p.total = what, 0, total
	p.draw()
}

// ended counts a host.
func (p *progress) ended() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	p.draw()
}

// clear removes the line, and prints the hosts that printed the same lines.
func (p *progress) clear() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.total = 0
	p.draw()
	for _, line := range p.order {
		if others := p.messages[line][1:]; len(others) > 0 {
			p.print(strings.Join(fleet.FoldRanges(others), " ")+": too", line)
		}
	}
	p.messages, p.order = nil, nil
}

// pause removes the line during a prompt.
func (p *progress) pause(ask func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.to.ErrTerminal {
		fmt.Fprint(p.to.Err, "\r\x1b[K")
	}
	ask()
	p.draw()
}

func (p *progress) draw() {
	switch {
	case !p.to.ErrTerminal:
	case p.total == 0:
		fmt.Fprint(p.to.Err, "\r\x1b[K")
	default:
		fmt.Fprintf(p.to.Err, "\r\x1b[K%s: %d of %s", p.what, p.done, output.Counted(p.total, "host"))
	}
}

// line prints a line of the standard error of a host. If a different host printed the same
// line, clear reports it.
func (p *progress) line(name, line string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if known := p.messages[line]; known != nil {
		if known[len(known)-1] != name {
			p.messages[line] = append(known, name)
		}
		return
	}
	if len(p.order) < maxMessage {
		if p.messages == nil {
			p.messages = make(map[string][]string)
		}
		p.messages[line], p.order = []string{name}, append(p.order, line)
	}
	if p.to.ErrTerminal && p.total > 0 {
		fmt.Fprint(p.to.Err, "\r\x1b[K")
	}
	p.print(name, line)
	p.draw()
}

func (p *progress) print(name, line string) {
	fmt.Fprintf(p.to.Err, "%s: %s\n", safe.Clean(name), safe.Clean(line))
}
