package facts

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"

	"ralsh/ral/host"
)

// The files by which distributions say which they are.
const (
	osRelease     = "/etc/os-release"
	vendorRelease = "/usr/lib/os-release"
	debianVersion = "/etc/debian_version"
	devuanVersion = "/etc/devuan_version"
	redhatRelease = "/etc/redhat-release"
	systemRelease = "/etc/system-release"
	alpineRelease = "/etc/alpine-release"
)

// distro is what those files hold.
type distro struct {
	release map[string]string // os-release(5)
	words   map[string]string // ID and ID_LIKE in lower case
	from    string            // the file that names the distribution
	debian  string
	redhat  string
	system  string
	alpine  string
	devuan  string
	own     sourced // the release, from a file of the distribution's own
}

func readDistro(ctx context.Context, rd host.Reader) (*distro, *readError) {
	d := &distro{from: osRelease}
	texts := map[string]string{}
	for _, file := range []string{
		osRelease, debianVersion, devuanVersion, redhatRelease, systemRelease, alpineRelease,
	} {
		data, err := rd.ReadFile(ctx, file)
		if err != nil && !gone(err) {
			return nil, &readError{file, err}
		}
		texts[file] = strings.TrimSpace(string(data))
	}
	if texts[osRelease] == "" {
		// os-release(5): the second place, for hosts whose /etc is empty.
		data, err := rd.ReadFile(ctx, vendorRelease)
		if errors.Is(err, fs.ErrPermission) {
			return nil, &readError{vendorRelease, err}
		}
		texts[osRelease] = string(data)
	}
	d.release = assignments(texts[osRelease])
	d.debian, d.redhat = texts[debianVersion], texts[redhatRelease]
	d.system, d.alpine = texts[systemRelease], texts[alpineRelease]
	d.devuan = texts[devuanVersion]
	d.words = map[string]string{"ID": strings.ToLower(d.release["ID"]), "ID_LIKE": strings.ToLower(d.release["ID_LIKE"])}
	if len(d.release) == 0 {
		d.guess()
	}
	d.own = d.ownRelease(ctx, rd)
	return d, nil
}

// guess names a distribution from before os-release.
func (d *distro) guess() {
	switch {
	case d.redhat != "":
		d.from, d.words = redhatRelease, map[string]string{"ID": "rhel"}
	case d.debian != "":
		d.from, d.words = debianVersion, map[string]string{"ID": "debian"}
		d.release = map[string]string{"ID": "debian", "NAME": "Debian"}
	case d.alpine != "":
		d.from, d.words = alpineRelease, map[string]string{"ID": "alpine"}
		d.release = map[string]string{"ID": "alpine", "NAME": "Alpine"}
	}
}

// is reports whether os-release's ID is one of these.
func (d *distro) is(ids ...string) bool {
	for _, id := range ids {
		if strings.EqualFold(d.release["ID"], id) {
			return true
		}
	}
	return false
}

// name is the distribution's name as Facter forms it: the first word, or two in
// one for names that are not known by their first.
func (d *distro) name() string {
	if d.devuan != "" || d.is("linuxmint") {
		return capital(d.release["ID"])
	}
	name := d.release["NAME"]
	if name == "" && d.redhat != "" {
		return strings.Join(firstWords(bannerWords(d.redhat), 2), "")
	}
	words := strings.Fields(name)
	if len(words) == 0 {
		return capital(d.release["ID"])
	}
	lower := strings.ToLower(name)
	switch {
	case hasAnyPrefix(lower, "red", "oracle"):
		return strings.Join(firstWords(words, 2), "")
	case hasAnyPrefix(lower, "arch", "manjaro"):
		return capital(strings.Join(firstWords(words, 2), ""))
	case strings.HasPrefix(lower, "virtuozzo"):
		return words[0] + "Linux"
	case strings.HasSuffix(lower, "mariner"):
		return words[len(words)-1]
	}
	return words[0]
}

// bannerWords are the name in "CentOS Linux release 7.9.2009 (Core)", Linux left
// out.
func bannerWords(banner string) []string {
	before, _, _ := strings.Cut(banner, "release")
	return slices.DeleteFunc(strings.Fields(before), func(word string) bool {
		return strings.EqualFold(word, "linux")
	})
}

func firstWords(words []string, n int) []string { return words[:min(n, len(words))] }

func hasAnyPrefix(s string, prefixes ...string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// capital is Ruby's capitalize: the first letter large, all others small.
func capital(s string) string {
	if s == "" {
		return ""
	}
	return strings.ToUpper(s[:1]) + strings.ToLower(s[1:])
}

// assignments reads NAME=value lines as os-release(5) has them: quotes of either
// kind around the value, backslashes before what a shell would take.
func assignments(text string) map[string]string {
	found := map[string]string{}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		name, text, ok := strings.Cut(line, "=")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		if n := len(text); n > 1 && (text[0] == '"' || text[0] == '\'') && text[n-1] == text[0] {
			if text[0] == '"' {
				text = unescape.Replace(text)
				n = len(text)
			}
			text = text[1 : n-1]
		}
		found[strings.TrimSpace(name)] = text
	}
	return found
}

var unescape = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\$`, `$`, "\\`", "`")
