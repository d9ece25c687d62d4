package hosts

import (
	"errors"
	"net/netip"
	"strconv"
	"strings"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// The messages are from Puppet's host_core.

func validIP(_ ral.Hook, v value.Value) error {
	if !isAddress(v.Text()) {
		return errors.New("Invalid IP address " + v.Inspect())
	}
	return nil
}

func isAddress(text string) bool { return isIPv4(text) || isIPv6(text) }

// isIPv4 accepts leading zeros, unlike a strict parser.
func isIPv4(text string) bool {
	parts := strings.Split(text, ".")
	if len(parts) != 4 {
		return false
	}
	for _, part := range parts {
		n, err := strconv.ParseUint(part, 10, 8)
		if err != nil || n > 255 || len(part) > 3 {
			return false
		}
	}
	return true
}

func isIPv6(text string) bool {
	addr, err := netip.ParseAddr(text)
	return err == nil && addr.Is6() && !strings.ContainsAny(text, " \t\r\n#")
}

var (
	label  = lazyre.New(`(?m)^(\w+|\w[\w-]+\w)$`)
	blanks = lazyre.New(`\s`)
)

func validName(_ ral.Hook, v value.Value) error {
	for _, part := range strings.Split(strings.TrimRight(v.Text(), "."), ".") {
		if !label.MatchString(part) {
			return errors.New("Invalid host name")
		}
	}
	if strings.ContainsAny(v.Text(), "\r\n") {
		return errors.New("Hostname cannot include newline")
	}
	return nil
}

func validAlias(_ ral.Hook, v value.Value) error {
	switch {
	case blanks.MatchString(v.Text()):
		return errors.New("Host aliases cannot include whitespace")
	case v.Text() == "":
		return errors.New("Host alias cannot be an empty string. Use an empty array to delete all host_aliases ")
	}
	return nil
}

func validComment(_ ral.Hook, v value.Value) error {
	if strings.ContainsAny(v.Text(), "\r\n") {
		return errors.New("Comment cannot include newline")
	}
	return nil
}
