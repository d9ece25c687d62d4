// Package tui implements the terminal UI.
//
// Run shows the screens for a model.Session until the user quits or the context
// ends. The root, type app, owns the terminal, the stack of screens, the mouse
// and the message line. Each screen or flow is a package in the directory
// screens, and the table in routes.go makes them. Screens share package kit. A
// screen performs intents of package keys and returns a frame.Content, which
// the root draws with package frame.
//
// All methods of a screen run on the goroutine of Bubble Tea. Slow work is a
// tea.Cmd, whose message returns the result to the screen. A panic while
// drawing one screen does not end the program. Listings of 100,000 instances
// are supported: only the visible rows are drawn.
package tui
