package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"
)

// program is the root model as Bubble Tea runs it: its frames are drawn at a
// pace, and its first commands start after the first frame.
type program struct {
	*app
	tea   *tea.Program
	pace  pace
	begun bool          // the first view was drawn
	first chan struct{} // closed after the first frame
}

func newProgram(a *app, options ...tea.ProgramOption) *program {
	p := &program{app: a, first: make(chan struct{})}
	if paceable() {
		options = append(options, tea.WithFPS(framesPerSecond))
	}
	p.tea = tea.NewProgram(p, options...)
	return p
}

// run shows the screens until the program ends.
func (p *program) run() error {
	defer p.pace.stop()
	_, err := p.tea.Run()
	return err
}

// Init returns the first commands. They read files and run tools, and would
// take the processors from the first frame.
func (p *program) Init() tea.Cmd {
	work := p.app.Init()
	return tea.Batch(tea.RequestBackgroundColor, func() tea.Msg {
		select {
		case <-p.first:
			return work()
		case <-p.sh.Ctx.Done():
			return nil
		}
	})
}

func (p *program) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	_, cmd := p.app.Update(msg)
	return p, cmd
}

// View requests a frame. Before the size of the terminal is known it draws no
// frame: an empty frame would delay the first frame.
func (p *program) View() tea.View {
	v := p.app.View()
	if v.Content == "" {
		return v
	}
	if !p.begun {
		p.begin()
	}
	p.pace.request()
	return v
}

// begin is called with the first view.
func (p *program) begin() {
	p.begun = true
	if t, ok := tickerOf(p.tea); ok {
		p.pace.start(t)
	}
	time.AfterFunc(frameTime, func() {
		if p.opt.Drawn != nil {
			p.opt.Drawn()
		}
		close(p.first)
	})
}
