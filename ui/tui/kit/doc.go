// Package kit holds what the screens share.
//
// A Screen is one view on the stack of the root; type Shared is what all of them have at
// hand: the session, the basket, the listings, the event log, the keys and the clock. A
// screen leads to another one by a Route, which the root makes a screen of by its table of
// makers, and asks the root for something by a message (SayMsg, CopyMsg, PushMsg). The
// rest is what screens are made of: a table of Actions, a Page of lines with a cursor, a Menu, a Search, the
// line of keys, rows of prose and of links, and a Batcher for what takes time.
//
// The kit knows no screen. All methods of a screen run on the goroutine of Bubble Tea; what
// waits is a tea.Cmd.
package kit
