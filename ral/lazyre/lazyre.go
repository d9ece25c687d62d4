package lazyre

import (
	"regexp"
	"strings"
	"sync"
)

// Regexp is a regular expression of package regexp, compiled on first use. It
// is safe for concurrent use.
type Regexp struct {
	source string
	ruby   bool
	once   sync.Once
	re     *regexp.Regexp
}

// New notes an expression. One that does not compile panics when it is used;
// a test of whoever declares it should call Compile.
func New(source string) *Regexp { return &Regexp{source: source} }

// Ruby notes an expression in Ruby's syntax, as Puppet's types have them: ^ and
// $ are at the ends of lines. String stays what was written. Look-around and
// back references cannot be done; Compile says so.
func Ruby(source string) *Regexp { return &Regexp{source: source, ruby: true} }

// Compile reports whether the expression is valid.
func (r *Regexp) Compile() error {
	_, err := regexp.Compile(r.expression())
	return err
}

// rubyOnly are the escapes that package regexp does not know.
var rubyOnly = strings.NewReplacer(`\\`, `\\`, `\Z`, `(?:\n?\z)`, `\h`, `[0-9A-Fa-f]`)

func (r *Regexp) expression() string {
	if !r.ruby {
		return r.source
	}
	return "(?m)" + rubyOnly.Replace(r.source)
}

// Regexp is the compiled expression.
func (r *Regexp) Regexp() *regexp.Regexp {
	r.once.Do(func() { r.re = regexp.MustCompile(r.expression()) })
	return r.re
}

// String is the source of the expression.
func (r *Regexp) String() string { return r.source }

// MatchString reports whether s holds a match. That of anything at all, which
// each version in a listing is held against, needs no machine.
func (r *Regexp) MatchString(s string) bool {
	if r.source == "." {
		return strings.Trim(s, "\n") != ""
	}
	return r.Regexp().MatchString(s)
}

// FindStringSubmatch returns the first match and its groups, nil when none.
func (r *Regexp) FindStringSubmatch(s string) []string { return r.Regexp().FindStringSubmatch(s) }

// FindStringSubmatchIndex returns where the first match and its groups are, -1
// for a group that takes no part; nil when there is none.
func (r *Regexp) FindStringSubmatchIndex(s string) []int {
	return r.Regexp().FindStringSubmatchIndex(s)
}

// ReplaceAllString replaces every match in s.
func (r *Regexp) ReplaceAllString(s, by string) string { return r.Regexp().ReplaceAllString(s, by) }
