// Package help lists the keys of a screen, and says why one does nothing now.
package help
