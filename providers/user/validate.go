package user

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"ralsh/providers/internal/accounts"
	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// field validates a value for a field of a line.
func field(h ral.Hook, v value.Value) error {
	if strings.ContainsAny(v.Text(), ":\n\r\x00") {
		return fmt.Errorf("%s cannot include ':' or a line break", h.A.Name)
	}
	return nil
}

func pathField(h ral.Hook, v value.Value) error {
	if err := standard.AbsolutePath(h, v); err != nil {
		return err
	}
	return field(h, v)
}

// number returns a hook that validates an ID of 32 bits. The highest value is
// reserved for "no ID".
func number(what string) func(ral.Hook, value.Value) error {
	return func(_ ral.Hook, v value.Value) error {
		if n, err := strconv.ParseUint(v.Text(), 10, 32); err != nil || n == 1<<32-1 {
			return accounts.IDError(what, v.Text())
		}
		return nil
	}
}

func groupRef(h ral.Hook, v value.Value) error {
	if _, isInt := v.Int(); isInt || isDigits(v.Text()) {
		return number("GID")(h, v)
	}
	return accounts.CheckName("Group", v.Text())
}

// mungeNumber converts a string of digits to an integer (semantics.md A20).
func mungeNumber(_ ral.Hook, v value.Value) (value.Value, error) {
	if v.Kind() != value.String || !isDigits(v.Raw()) {
		return v, nil
	}
	n, err := strconv.ParseInt(v.Raw(), 10, 64)
	if err != nil {
		return v, fmt.Errorf("invalid value for Integer(): %s", v.Inspect())
	}
	return value.Int(n), nil
}

func password(_ ral.Hook, v value.Value) error {
	switch text := v.Text(); {
	case strings.Contains(text, ":"):
		return errors.New("Passwords cannot include ':'")
	case strings.ContainsAny(text, "\n\r\x00"):
		return errors.New("Passwords cannot include a line break")
	}
	return nil
}

// hashes matches the forms of crypt(5): $id$..., that of BSDi, and the old form
// of 13 characters.
var hashes = lazyre.New(`^(\$[0-9a-z-]+\$.+|_[./0-9A-Za-z]{19}|[./0-9A-Za-z]{13})$`)

type passwordHooks struct{}

// Public reports whether the field of a password contains no hash: it is
// empty, or contains only marks that no password matches.
func (passwordHooks) Public(v value.Value) bool { return strings.Trim(v.Text(), "!*") == "" }

// methods are the names of the prefixes of crypt(5).
var methods = map[string]string{
	"y": "yescrypt", "gy": "gost-yescrypt", "sm3y": "sm3-yescrypt", "7": "scrypt", "2": "bcrypt", "2a": "bcrypt", "2b": "bcrypt", "2x": "bcrypt",
	"2y": "bcrypt", "6": "SHA-512", "5": "SHA-256", "sm3": "SM3", "sha1": "SHA-1", "md5": "Sun MD5", "1": "MD5", "3": "NT",
}

// DescribeSecret describes a hash by its method, and whether the account is locked
// (passwd -l puts a ! before it).
func (passwordHooks) DescribeSecret(v value.Value) string {
	hash := strings.TrimLeft(v.Text(), "!*")
	kind := "not a hash of crypt(5)"
	switch parts := strings.SplitN(hash, "$", 3); {
	case !hashes.MatchString(hash):
	case len(parts) < 3:
		kind = "DES hash"
	case methods[parts[1]] == "":
		kind = "hash of an unknown method"
	default:
		kind = methods[parts[1]] + " hash"
	}
	if len(hash) < len(v.Text()) {
		kind += ", locked"
	}
	return kind
}

// Warn returns a warning for an empty value, and for a value that login(1) can
// never match, probably a password in clear text. It accepts values that begin
// with ! or *, because they lock an account on purpose.
func (passwordHooks) Warn(v value.Value) string {
	text := v.Text()
	switch {
	case text == "":
		return "empty: a login needs no password"
	case text == "x", strings.HasPrefix(text, "!"), strings.HasPrefix(text, "*"), hashes.MatchString(text):
		return ""
	}
	return "not a hash of crypt(5): no login is possible with it, and a clear-text password is stored in /etc/shadow (to create a hash: openssl passwd -6)"
}

var wholeDays = lazyre.New(`^-?\d{1,9}$`)

func days(what string) func(ral.Hook, value.Value) error {
	return func(_ ral.Hook, v value.Value) error {
		switch text := v.Text(); {
		case isDigits(strings.TrimPrefix(text, "-")) && !wholeDays.MatchString(text):
			return fmt.Errorf("%s is too large (at most 999999999 days)", what)
		case !wholeDays.MatchString(text):
			return errors.New(what + " must be provided as a number.")
		}
		return nil
	}
}

func members(what, notNumbers, stop string) func(ral.Hook, value.Value) error {
	return func(_ ral.Hook, v value.Value) error {
		switch text := v.Text(); {
		case text == "":
			return errors.New(what + ` names must not be empty. If you want to specify "no ` +
				strings.ToLower(what) + `s" pass an empty array`)
		case isDigits(text):
			return errors.New(notNumbers)
		case strings.Contains(text, ","):
			return errors.New(what + " names must be provided as an array, not a comma-separated list" + stop)
		case what == "Group":
			return accounts.CheckGroup(text)
		}
		return nil
	}
}

// dates matches the form of an expiry date.
var dates = lazyre.New(`^\d{4}-\d{2}-\d{2}$`)

func expiry(_ ral.Hook, v value.Value) error {
	text := v.Text()
	if text == "absent" {
		return nil
	}
	day, err := time.Parse(time.DateOnly, text)
	switch {
	case !dates.MatchString(text):
		return errors.New(`Expiry dates must be YYYY-MM-DD or the string "absent"`)
	case err != nil:
		return fmt.Errorf("%s is not a day of the calendar", text)
	case day.Before(time.Unix(0, 0)):
		return fmt.Errorf("%s is before 1970-01-01, the earliest expiry date", text)
	}
	return nil
}
