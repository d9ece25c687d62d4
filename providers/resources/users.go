package resources

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// neverPurged lists the users that no purge removes.
var neverPurged = [...]string{"root", "nobody", "bin", "noaccess", "daemon", "sys"}

func exemptUsers(r *ral.Resource) func(context.Context, host.Reader, *ral.Instance) bool {
	return func(ctx context.Context, rd host.Reader, inst *ral.Instance) bool {
		uid, err := strconv.Atoi(inst.Get("uid").Text())
		if err != nil || slices.Contains(neverPurged[:], inst.Name) {
			return true
		}
		for _, v := range r.Get("unless_uid").Elements() {
			if v.Text() == strconv.Itoa(uid) {
				return true
			}
		}
		greatest, err := greatestSystemUser(ctx, rd, r.Get("unless_system_user").Text())
		return err != nil || uid <= greatest
	}
}

func systemUser() []ral.Allowed {
	return append(ral.Literals("true", "false"), ral.Allowed{Pattern: lazyre.New(`\A[0-9]{1,9}\z`)})
}

func validUIDs(_ ral.Hook, v value.Value) error {
	for _, el := range v.Elements() {
		if _, err := strconv.Atoi(el.Text()); err != nil {
			return fmt.Errorf("Invalid value %s.", el.Inspect())
		}
	}
	return nil
}

// greatestSystemUser returns the given number, or UID_MIN of /etc/login.defs minus 1. It
// returns an error if the file cannot be read.
func greatestSystemUser(ctx context.Context, rd host.Reader, given string) (int, error) {
	if given == "false" {
		return -1, nil
	}
	if n, err := strconv.Atoi(given); err == nil {
		return n, nil
	}
	data, err := rd.ReadFile(ctx, "/etc/login.defs")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, err
	}
	for lines := bufio.NewScanner(bytes.NewReader(data)); lines.Scan(); {
		text, _, _ := strings.Cut(lines.Text(), "#")
		if words := strings.Fields(text); len(words) == 2 && words[0] == "UID_MIN" {
			if n, err := strconv.Atoi(words[1]); err == nil {
				return n - 1, nil
			}
		}
	}
	return 499, nil
}
