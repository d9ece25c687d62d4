package pkg

import (
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
)

// lockLine is what package managers say when another one holds their lock: apt
// ("It is held by process 7 (apt-get)"), dpkg ("was locked by another process
// with pid 7"), zypper ("is locked by the application with pid 7 (zypper)").
// rpm and dnf wait for it themselves, and say so.
var lockLine = lazyre.New(`(?:held by process|locked by another process with pid|locked by the application with pid) ([0-9]+)(?: \(([^)]*)\))?`)

// fileLock is the word of those whose lock names nobody: pacman and apk.
var fileLock = lazyre.New(`(u|U)nable to lock database`)

// lockHolder is who holds the lock that a package manager failed for, "" when it
// failed for another reason.
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
	return "another pacman, or what one left behind: /var/lib/pacman/db.lck"
}

// ownWait is what dnf says while it waits for another one ("Waiting for process
// with pid 7 to finish."), and rpm, which does not know for whom.
var ownWait = lazyre.New(`[Ww]aiting for (?:process with pid ([0-9]+) to finish|transaction lock on (\S+))`)

// ownWaitMore are the lines that dnf goes on with about that process.
var ownWaitMore = lazyre.New(`^(?: {2,}\S|The application with PID|$)`)

// waitsItself is for whom dnf and rpm say that they wait.
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
