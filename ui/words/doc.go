// Package words describes steps, changes and acts for the screens, the commands
// and the history. It does not depend on any screen or terminal.
package words
