// Package tui implements the terminal UI.
//
// Run shows the screens for a model.Session until the user quits or the context
// ends. The root, type app, owns the terminal, the stack of screens and the
// message line. Type shared holds what all screens use and what outlives them:
// the basket, listings and the event log. A screen carries out intents of package
// keys and returns a frame.Content, which the root draws with package frame.
//
// All methods of a screen run on the goroutine of Bubble Tea. Slow work is a
// tea.Cmd, whose message returns the result to the screen. A panic while
// drawing one screen does not end the program. Listings of 100,000 instances
// are supported: only the visible rows are drawn.
package tui
