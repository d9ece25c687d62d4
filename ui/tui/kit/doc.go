// Package kit provides the shared parts of the screens.
//
// A Screen is a view on the stack of the root. Shared holds the state that all
// screens use: the session, the basket, the listings, the event log, the keys
// and the clock. A screen opens another screen by a Route, from which the root
// makes a screen with its table of makers. A screen sends other requests to the
// root as messages (SayMsg, CopyMsg, PushMsg). The other types are the parts of
// screens: a table of Actions, a Browser of a list with details, a Job for work
// that takes time, a Page of lines with a cursor, a Menu, a Search, the line of
// keys, and rows of prose and of links.
//
// The package does not depend on any screen. All methods of a screen run on the
// goroutine of Bubble Tea; anything that waits is a tea.Cmd.
package kit
