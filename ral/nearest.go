package ral

import "ralsh/ral/nearest"

// Nearest returns the name most like the one given, "" when none is near.
func Nearest(name string, among []string) string { return nearest.Of(name, among) }
