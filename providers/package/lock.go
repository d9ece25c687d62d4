package pkg

import (
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
)

// lockLine matches the message of a package manager that finds its lock taken: apt
// ("It is held by process 7 (apt-get)"), dpkg ("was locked by another process with pid
// 7"), zypper ("is locked by the application with pid 7 (zypper)"). rpm and dnf wait
// for the lock and report it.
var lockLine = lazyre.New(`(?:held by process|locked by another process with pid|locked by the application with pid) ([0-9]+)(?: \(([^)]*)\))?`)

// fileLock matches the message of pacman and apk, which do not name the process.
var fileLock = lazyre.New(`(u|U)nable to lock database`)

// lockHolder returns the holder of the lock that blocked a command, or "" if the
// command failed for a different reason.
func lockHolder(res host.Result) string {
	out := string(res.Stderr) + string(res.Stdout)
	if m := lockLine.FindStringSubmatch(out); m != nil {
		if m[2] == "" {
			return "process " + m[1] + ", which holds the lock"
		}
		return m[2] + " (process " + m[1] + "), which holds the lock"
	}
	switch m := fileLock.FindStringSubmatch(out); {
	case m == nil:
		return ""
	case m[1] == "U":
		return "another apk, which holds the lock"
	}
	return "another pacman, or the lock file of a killed pacman: /var/lib/pacman/db.lck"
}

// ownWait matches the line that dnf prints while it waits ("Waiting for process with
// pid 7 to finish."), and the line of rpm, which does not name the process.
var ownWait = lazyre.New(`[Ww]aiting for (?:process with pid ([0-9]+) to finish|transaction lock on (\S+))`)

// ownWaitMore matches the further lines of dnf about that process.
var ownWaitMore = lazyre.New(`^(?: {2,}\S|The application with PID|$)`)

// waitsItself returns the process for which dnf or rpm waits, from a line of output.
func waitsItself(line string) (who string, waits bool) {
	m := ownWait.FindStringSubmatch(line)
	switch {
	case m == nil:
		return "", ownWaitMore.MatchString(line)
	case m[1] != "":
		return "process " + m[1] + ", which holds the lock", true
	}
	return "another rpm, which holds the lock " + m[2], true
}
