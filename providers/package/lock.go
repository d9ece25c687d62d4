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
