// Package lazyre compiles regular expressions on first use.
//
// Types and providers declare many patterns and a command uses few of them, so
// compiling all of them would slow down its start. New accepts the syntax of package
// regexp, and Ruby the syntax of Ruby, which Puppet's types use. An invalid pattern
// panics on first use; Compile reports it earlier. A Regexp is safe for concurrent use.
package lazyre

import (
	"errors"
	"fmt"
	"regexp"
	"regexp/syntax"
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

// New returns an expression. If it is invalid, the first use panics, so tests should
// call Compile.
func New(source string) *Regexp { return &Regexp{source: source} }

// Ruby returns an expression in Ruby's syntax, as in Puppet's types: ^ and $
// match at the ends of lines. String returns the original. Look-around and back
// references are not supported; Compile reports them.
func Ruby(source string) *Regexp { return &Regexp{source: source, ruby: true} }

// Compile returns an error with the reason if the expression is invalid.
func (r *Regexp) Compile() error {
	_, err := regexp.Compile(r.expression())
	if wrong, ok := errors.AsType[*syntax.Error](err); ok {
		return fmt.Errorf("%s: `%s`", wrong.Code, wrong.Expr)
	}
	return err
}

// rubyOnly replaces the escapes that package regexp does not support.
var rubyOnly = strings.NewReplacer(`\\`, `\\`, `\Z`, `(?:\n?\z)`, `\h`, `[0-9A-Fa-f]`)

func (r *Regexp) expression() string {
	if !r.ruby {
		return r.source
	}
	return "(?m)" + rubyOnly.Replace(r.source)
}

// Regexp returns the compiled expression.
func (r *Regexp) Regexp() *regexp.Regexp {
	r.once.Do(func() { r.re = regexp.MustCompile(r.expression()) })
	return r.re
}

// String returns the source of the expression.
func (r *Regexp) String() string { return r.source }

// Literal returns the expression as a literal of Ruby: between slashes, with slashes inside
// it escaped, and its options after it.
func (r *Regexp) Literal() string {
	pattern, options := r.source, ""
	for _, o := range [][2]string{{"(?i)", "i"}, {"(?s)", "m"}, {"(?is)", "mi"}} {
		if rest, has := strings.CutPrefix(pattern, o[0]); has {
			pattern, options = rest, o[1]
		}
	}
	return "/" + strings.NewReplacer(`\\`, `\\`, `\/`, `\/`, "/", `\/`).Replace(pattern) + "/" + options
}

// MatchString reports whether s contains a match. The expression "." is not
// compiled, because it is matched against each version in a listing.
func (r *Regexp) MatchString(s string) bool {
	if r.source == "." {
		return strings.Trim(s, "\n") != ""
	}
	return r.Regexp().MatchString(s)
}

// FindStringSubmatch returns the first match and its groups, or nil.
func (r *Regexp) FindStringSubmatch(s string) []string { return r.Regexp().FindStringSubmatch(s) }

// FindStringSubmatchIndex returns the indexes of the first match and its groups, -1 for
// a group that does not participate. Without a match it returns nil.
func (r *Regexp) FindStringSubmatchIndex(s string) []int {
	return r.Regexp().FindStringSubmatchIndex(s)
}

// ReplaceAllString replaces every match in s.
func (r *Regexp) ReplaceAllString(s, by string) string { return r.Regexp().ReplaceAllString(s, by) }

// Opaque returns an expression that package regexp cannot compile, for display only. It
// never matches.
func Opaque(source string) *Regexp {
	r := &Regexp{source: source}
	r.once.Do(func() { r.re = regexp.MustCompile(`[^\x00-\x{10FFFF}]`) })
	return r
}
