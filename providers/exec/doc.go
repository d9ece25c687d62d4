// Package exec implements the type exec: commands that run unless a check
// prevents it.
//
// The checks are refreshonly, creates, unless and onlyif, in this order.
// Provider posix runs plain words directly and any other line with /bin/sh -c;
// provider shell passes every line to the shell. Both use a runner, which turns
// a line or a list of words into a host.Command: its file, user, groups,
// directory, umask and environment. The behaviour is that of semantics.md
// section 8.
//
// The parameters unless and onlyif hold commands of the user, which run while a
// plan is made. If they are not allowed to run, or need something that is
// missing, the plan reports the result as unknown, and the checks run again
// before the command does. A missing command, directory, user or group is a
// ral.DependencyError. A command or check that is a secret is not shown, and its
// output is not shown either.
package exec
