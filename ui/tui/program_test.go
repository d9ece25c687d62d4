package tui

import (
	"io"
	"sync/atomic"
	"testing"

	tea "charm.land/bubbletea/v2"

	"ralsh/ui/tui/kit"
	"ralsh/ui/tui/kittest"
)

// running runs the program until an intercepted message makes it quit.
func running(t *testing.T, opt Options, intercept func(p *program, msg tea.Msg) tea.Msg) {
	t.Helper()
	session, _ := kittest.Fixture(t)
	var p *program
	p = newProgram(newApp(sharedFor(t.Context(), session, opt), opt),
		tea.WithInput(nil), tea.WithOutput(io.Discard), tea.WithWindowSize(80, 24), tea.WithoutSignalHandler(),
		tea.WithFilter(func(_ tea.Model, msg tea.Msg) tea.Msg { return intercept(p, msg) }))
	if _, ok := tickerOf(p.tea); ok {
		t.Error("there is a timer before the program runs")
	}
	p.pace.request() // does nothing yet
	if err := p.run(); err != nil {
		t.Error(err)
	}
}

// The library has the timer that a pace sets, and the program sets it.
func TestPaceOfTheLibrary(t *testing.T) {
	if !paceable() {
		t.Fatal("tea.Program has no *time.Ticker called " + tickerField)
	}
	found := false
	running(t, Options{}, func(p *program, msg tea.Msg) tea.Msg {
		if !p.begun {
			return msg
		}
		found = p.pace.ticker != nil
		return tea.QuitMsg{}
	})
	if !found {
		t.Error("the timer of the running program is not set")
	}
}

// What reads files and runs tools starts after the first frame.
func TestWorkStartsAfterFirstFrame(t *testing.T) {
	var drawn atomic.Bool
	opt := Options{Drawn: func() { drawn.Store(true) }}
	running(t, opt, func(_ *program, msg tea.Msg) tea.Msg {
		if _, ok := msg.(kit.ReadingMsg); !ok {
			return msg
		}
		if !drawn.Load() {
			t.Error("a listing was read before the first frame")
		}
		return tea.QuitMsg{}
	})
}
