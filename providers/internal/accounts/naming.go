package accounts

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/lazyre"
)

// longestName is how many bytes a name may have: GROUP_NAME_MAX_LENGTH of
// groupadd(8), and of a user what utmp(5) has room for.
const longestName = 32

// everywhere is what every release of the shadow tools takes for a name
// (useradd(8), CAVEATS).
var everywhere = lazyre.New(`^[a-z_][a-z0-9_-]*[$]?$`)

// NewName says whether the shadow tools would make an account of this name. The
// error is what they surely refuse; doubt is what they refuse on some systems,
// "" for nothing. what is "User" or "Group".
func NewName(ctx context.Context, rd host.Reader, what, name string) (doubt string, err error) {
	tool := strings.ToLower(what) + "add"
	long := len(name) > longestName
	switch {
	case strings.ContainsAny(name, " \t\n\v\f\r"):
		return "", fmt.Errorf("%s names cannot include a blank: %s refuses %q", what, tool, name)
	case strings.HasPrefix(name, "~"):
		return "", fmt.Errorf("%s names cannot begin with '~': %s refuses it", what, tool)
	case long && (what == "Group" || takesAll(ctx, rd)):
		return "", fmt.Errorf("%s names cannot have more than %d bytes: %s refuses it", what, longestName, tool)
	case everywhere.MatchString(name) && !long, takesAll(ctx, rd):
		return "", nil
	}
	return tool + " of some systems refuses the name: they want at most 32 small letters, digits, - and _, " +
		"with a letter or _ first", nil
}

// takesAll reports whether the shadow tools are those of Debian up to 12, which
// leave every other sign to the admin and count user names too.
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
