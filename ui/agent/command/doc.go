// Package command is the command line of ralsh-agent: a command for each of its parts.
package command
