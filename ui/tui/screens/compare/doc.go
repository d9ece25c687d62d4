// Package compare shows the instances of one name, of several providers, side by side.
package compare
