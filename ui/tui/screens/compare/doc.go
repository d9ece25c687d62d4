// Package compare shows the instances with one name, of several providers, side
// by side.
package compare
