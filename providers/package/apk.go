package pkg

import (
	"context"
	"crypto/sha1" // as apk(8) has it in its database
	"encoding/base64"
	"fmt"
	"path"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
)

// apkDB is the file in which apk records installed packages (apk-tools, database.c).
const apkDB = "/lib/apk/db/installed"

// apkProvider returns the provider that installs from repositories with apk(8).
func apkProvider() ral.Provider {
	m := manager{
		Provider: ral.Provider{
			Name: "apk", Rank: ral.Rank{Ancestors: 5},
			Doc: "Manages packages of Alpine Linux with apk and the configured repositories. It reads the installed packages from " +
				apkDB + ". It is tested with recorded output of apk, because Debian has no apk.",
			Confines: []condition.Confine{condition.FileExists(apkDB)},
			Default:  []condition.Clause{condition.DefaultFor("os.name", "alpine")},
			Features: []string{
				"install_options", "installable", "purgeable", "uninstall_options", "uninstallable", "upgradeable",
				"versionable", "virtual_packages",
			},
			NeedsRoot: "apk writes " + apkDB,
		},
		tool: ral.Command{
			Root: []string{"--root", "{root}"}, Queries: [][]string{{"version", "-l", "<"}, {"add", "-s"}, {"del", "-s"}},
		},
		call:     host.Command{BlockedBy: lockHolder},
		name:     apkName,
		list:     packages{file: apkDB, read: fromLines(installedByApk)},
		newer:    updates{args: []string{"version", "-l", "<"}, read: fromLines(parseApkVersion)},
		provides: providedByApk,
		install:  []string{"add", "--no-progress"}, remove: []string{"del", "--no-progress"}, purge: []string{"del", "--no-progress", "--purge"},
		latest: []string{"--upgrade"}, versioned: func(name, version string) string { return name + "=" + version },
		dry:    &dryRun{by: "apk -s", behind: []string{"-s"}, steps: parsedSteps(parseApkSteps)},
		edited: editedByApk,
	}
	return m.provider(func() any { return m.behaviour() })
}

// apkEntry is a paragraph of the database.
type apkEntry struct {
	have
	provides []string
}

// parseApk reads paragraphs of lines like P:musl, V:1.2.4-r2 and p:so:libc.musl.so.1=1
// (apk-package(5), "p" as in provides).
func parseApk(text string) []apkEntry {
	var list []apkEntry
	var e apkEntry
	keep := func() {
		if e.name != "" && e.version != "" {
			list = append(list, e)
		}
		e = apkEntry{}
	}
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\r\n")
		key, rest, ok := strings.Cut(line, ":")
		switch {
		case line == "":
			keep()
		case !ok:
		case key == "P" && apkName(rest) == nil:
			e.name, e.from = rest, fmt.Sprintf("%s:%d", apkDB, n)
		case key == "V":
			e.version = rest
		case key == "p":
			e.provides = strings.Fields(rest)
		}
	}
	keep()
	return list
}

func installedByApk(out string) []have {
	var list []have
	for _, e := range parseApk(out) {
		list = append(list, e.have)
	}
	return list
}

// editedByApk returns the edited files below /etc of packages, which del --purge
// removes. F: is a directory, R: a file in it, and Z: its SHA-1 in Base64 after Q1.
func editedByApk(ctx context.Context, rd host.Reader, names []string) (files []string) {
	data, err := rd.ReadFile(ctx, apkDB)
	if err != nil {
		return nil
	}
	var name, dir, file string
	for line := range strings.Lines(string(data)) {
		key, rest, _ := strings.Cut(strings.TrimRight(line, "\r\n"), ":")
		switch key {
		case "P":
			name = rest
		case "F":
			dir = "/" + rest
		case "R":
			file = path.Join(dir, rest)
		case "Z":
			sum, isSHA1 := strings.CutPrefix(rest, "Q1")
			if !isSHA1 || !strings.HasPrefix(file, "/etc/") || !slices.Contains(names, name) {
				continue
			}
			state, err := rd.ReadFileState(ctx, file, false)
			if err != nil || state.Kind != "file" {
				continue
			}
			data, err := rd.ReadFile(ctx, file)
			if is := sha1.Sum(data); err == nil && base64.StdEncoding.EncodeToString(is[:]) != sum {
				files = append(files, file)
			}
		}
	}
	return files
}

func providedByApk(ctx context.Context, rd host.Reader, _ *behaviour, name string) (have, bool, error) {
	data, err := rd.ReadFile(ctx, apkDB)
	for _, e := range parseApk(string(data)) {
		for _, p := range e.provides {
			if p, _, _ = strings.Cut(p, "="); p == name {
				return e.have, true, nil
			}
		}
	}
	return have{}, false, err
}

var apkFull = lazyre.New(`\A(.+)-([^-\s]+-r[0-9]+)\z`)

// parseApkVersion reads lines like "tiny-1.0-r0   < 2.0-r0".
func parseApkVersion(out string) map[string]string {
	known := make(map[string]string)
	for line := range strings.Lines(out) {
		words := strings.Fields(line)
		if len(words) < 3 || words[1] != "<" {
			continue
		}
		if m := apkFull.FindStringSubmatch(words[0]); m != nil {
			known[m[1]] = words[2]
		}
	}
	return known
}

var apkStep = lazyre.New(`\A\(\d+/\d+\) (Installing|Upgrading|Downgrading|Replacing|Reinstalling|Purging) (\S+) \(([^ )]+)(?: -> ([^ )]+))?\)`)

// parseApkSteps reads lines like "(1/2) Upgrading tiny (1.0-r0 -> 2.0-r0)".
func parseApkSteps(out string) []step {
	var steps []step
	for line := range strings.Lines(out) {
		m := apkStep.FindStringSubmatch(strings.TrimSpace(line))
		switch {
		case m == nil:
		case m[1] == "Purging":
			steps = append(steps, step{verb: "remove", name: m[2], old: m[3]})
		case m[4] != "":
			steps = append(steps, step{verb: "upgrade", name: m[2], old: m[3], new: m[4]})
		default:
			steps = append(steps, step{verb: "install", name: m[2], new: m[3]})
		}
	}
	return steps
}

var apkNames = lazyre.New(`\A[A-Za-z0-9._][A-Za-z0-9._+-]*\z`)

// apkName rejects names that apk would read as more than a name: NAME=1, NAME@REPO,
// !NAME.
func apkName(name string) error {
	return checkName(name, apkNames, "package name (allowed: letters, digits, . _ + -)", "")
}
