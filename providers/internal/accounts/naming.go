package accounts

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/lazyre"
)

// longestName is the maximum length of a name in bytes: GROUP_NAME_MAX_LENGTH
// of groupadd(8) for a group, the size of the field in utmp(5) for a user.
const longestName = 32

// everywhere matches the names that every release of the shadow tools accepts
// (useradd(8), CAVEATS).
var everywhere = lazyre.New(`^[a-z_][a-z0-9_-]*[$]?$`)

// NewName checks whether the shadow tools would create an account with this
// name. It returns an error if they reject it everywhere, and a doubt, or "",
// if they reject it on some systems. The kind of the account is "User" or
// "Group".
func NewName(ctx context.Context, rd host.Reader, what, name string) (doubt string, err error) {
	tool := strings.ToLower(what) + "add"
	long := len(name) > longestName
	switch {
	case strings.ContainsAny(name, " \t\n\v\f\r"):
		return "", fmt.Errorf("%s names cannot include a blank: %s rejects %q", what, tool, name)
	case strings.HasPrefix(name, "~"):
		return "", fmt.Errorf("%s names cannot begin with '~': %s rejects it", what, tool)
	case long && (what == "Group" || takesAll(ctx, rd)):
		return "", fmt.Errorf("%s names cannot have more than %d bytes: %s rejects it", what, longestName, tool)
	case everywhere.MatchString(name) && !long, takesAll(ctx, rd):
		return "", nil
	}
	return tool + " rejects this name on some systems (allowed everywhere: a letter or _ first, then lower-case letters, " +
		"digits, - and _, at most 32 characters)", nil
}

// takesAll reports whether the host is Debian 12 or older, where the shadow
// tools accept every other character and also limit the length of user names.
func takesAll(ctx context.Context, rd host.Reader) bool {
	fields := map[string]string{}
	for _, file := range []string{"/etc/os-release", "/usr/lib/os-release"} {
		data, err := rd.ReadFile(ctx, file)
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(data)) {
			name, text, _ := strings.Cut(strings.TrimSpace(line), "=")
			fields[name] = strings.Trim(text, `"'`)
		}
		break
	}
	release, err := strconv.Atoi(fields["VERSION_ID"])
	return err == nil && fields["ID"] == "debian" && release <= 12
}
