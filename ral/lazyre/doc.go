// Package lazyre compiles regular expressions on first use.
//
// Types and providers declare many patterns and a command uses few of them, so
// compiling all of them would slow down its start. New accepts the syntax of package
// regexp, and Ruby the syntax of Ruby, which Puppet's types use. An invalid pattern
// panics on first use; Compile reports it earlier. A Regexp is safe for concurrent use.
package lazyre
