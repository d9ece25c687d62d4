package facts

import (
	"context"
	"path"
	"strings"

	"ralsh/facts/datafile"
	"ralsh/ral/host"
)

// Usable returns why a file of external facts is skipped on a host with this
// root, or its error. It returns neither if the file provides facts or is a
// program that may. It runs no program.
func Usable(ctx context.Context, rd host.Reader, root, file string) (passed string, err error) {
	ext := strings.ToLower(path.Ext(file))
	if parse := datafile.ParserFor(ext); parse != nil {
		data, err := dataOf(ctx, rd, file)
		if err != nil {
			return "", err
		}
		found, _, err := parse(data)
		if len(found.Pairs()) > 0 {
			err = nil
		}
		return "", err
	}
	info, err := rd.Stat(ctx, file)
	if err != nil {
		return "", host.Unreadable(file, err)
	}
	if passed = passedOver(info, ext); passed != "" {
		return passed, nil
	}
	return "", mayRun(root, rd, file, info)
}
