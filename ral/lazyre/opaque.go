package lazyre

import "regexp"

// Opaque returns an expression that package regexp cannot compile, for display only. It
// never matches.
func Opaque(source string) *Regexp {
	r := &Regexp{source: source}
	r.once.Do(func() { r.re = regexp.MustCompile(`[^\x00-\x{10FFFF}]`) })
	return r
}
