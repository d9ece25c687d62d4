package sandbox

import (
	"fmt"
	"strings"
)

// Spec describes the program of a sandbox. Its worker.rb has a module Worker:
//
//	def self.boot           # loads the trusted code, once
//	def self.serve(io)      # answers requests: hashes, as JSON both ways
//	  Zygote.serve(io) { |request| answer(request) }
//	end
type Spec struct {
	Program string            // absolute path of the interpreter, Ruby
	Args    []string          // of the interpreter, for example "-W0"
	Files   map[string]string // name to content, placed in dirRun; "worker.rb" has the module Worker
	Env     []string          // the complete environment, to which HOME and TMPDIR are added
	Memory  uint64            // the limit of the address space of each process in bytes; 0 for no limit
}

// dirRun is the directory with the files of a Spec in each view.
const dirRun = "/dev/sandbox"

// Kind selects the permissions of a process.
type Kind string

const (
	// Code runs Worker.serve of worker.rb. It cannot start a program.
	Code Kind = "code"
	// Runner starts programs, see zygote.rb. It has no network.
	Runner Kind = "runner"
	// Client is a Runner that also connects to the sockets of this machine that are files.
	Client Kind = "client"
	// Probe is a Runner that also queries the kernel for the network of this machine, by
	// netlink. In View.Host it also sees the processes of this machine.
	Probe Kind = "probe"
)

// Home is an empty, read-only directory of root in each view.
const Home = dirRun + "/home"

// UnavailableError contains what this machine lacks for a sandbox, for example user namespaces
// for an unprivileged user.
type UnavailableError struct{ Why string }

func (e *UnavailableError) Error() string { return "this host does not support a sandbox: " + e.Why }

// DiedError is the end of a process that was to answer: by a signal, or with an
// exit status if Signal is 0. Log has the last lines of its standard error.
type DiedError struct {
	Signal int
	Exit   int
	Log    string
}

func (e *DiedError) Error() string {
	text := fmt.Sprintf("the process ended with status %d", e.Exit)
	if e.Signal != 0 {
		text = fmt.Sprintf("the process was killed by signal %d", e.Signal)
	}
	if e.Log != "" {
		text += ": " + strings.TrimSpace(e.Log)
	}
	return text
}
