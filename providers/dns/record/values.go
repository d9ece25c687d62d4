package record

import (
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

func address(kind, text string) (string, error) {
	addr, err := netip.ParseAddr(text)
	switch {
	case err != nil || addr.Zone() != "":
		return "", fmt.Errorf("%q is not an address", text)
	case kind == "A" && !addr.Is4():
		return "", fmt.Errorf("%s is an IPv6 address: use type AAAA", text)
	case kind == "AAAA" && addr.Is4():
		return "", fmt.Errorf("%s is an IPv4 address: use type A", text)
	case addr.Is4In6():
		// A zone file contains these in the mixed form (RFC 5952, 5).
		return "::ffff:" + addr.Unmap().String(), nil
	}
	return addr.String(), nil
}

// exchange parses a value of MX (RFC 1035, 3.3.9; RFC 7505: "0 .").
func exchange(text string) (string, error) {
	parts, err := fields("MX", text, "PREFERENCE NAME (example: 10 mail.example.com)", 2)
	if err != nil {
		return "", err
	}
	if err := number("MX", "preference", &parts[0]); err != nil {
		return "", err
	}
	parts[1], err = target("MX", parts[1])
	if err == nil && parts[1] == "." && parts[0] != "0" {
		err = fmt.Errorf("%q: the value for a domain without mail is \"0 .\"", text)
	}
	return strings.Join(parts, " "), err
}

// service parses a value of SRV (RFC 2782).
func service(text string) (string, error) {
	parts, err := fields("SRV", text, "PRIORITY WEIGHT PORT NAME (example: 10 5 5060 sip.example.com)", 4)
	if err != nil {
		return "", err
	}
	for i, what := range []string{"priority", "weight", "port"} {
		if err := number("SRV", what, &parts[i]); err != nil {
			return "", err
		}
	}
	parts[3], err = target("SRV", parts[3])
	return strings.Join(parts, " "), err
}

// number checks that a part is a 16-bit number, and removes leading zeros.
func number(kind, what string, part *string) error {
	n, err := strconv.ParseUint(*part, 10, 16)
	if err != nil {
		return fmt.Errorf("%q is not a %s of %s: expected a number up to 65535", *part, what, kind)
	}
	*part = strconv.FormatUint(n, 10)
	return nil
}

// authority parses a value of CAA (RFC 8659): flags, a tag, and quoted text.
func authority(text string) (string, error) {
	const form = `FLAGS TAG "VALUE" (example: 0 issue "ca.example.net")`
	flags, rest, _ := strings.Cut(strings.TrimLeft(text, " \t"), " ")
	tag, rest, there := strings.Cut(strings.TrimLeft(rest, " \t"), " ")
	rest = strings.Trim(rest, " \t")
	n, err := strconv.ParseUint(flags, 10, 8)
	if err != nil || !there || rest == "" || !letters(tag) {
		return "", fmt.Errorf("%q is not a value of CAA: expected %s", text, form)
	}
	if n != 0 && n != 128 {
		return "", fmt.Errorf("the flags of CAA must be 0 or 128 (critical), not %d", n)
	}
	val := rest
	if strings.HasPrefix(rest, `"`) {
		if val, err = joined(rest); err != nil {
			return "", err
		}
	}
	tag = asciiLower(tag)
	if tag == "iodef" {
		u, err := url.Parse(val)
		if err != nil || u.Scheme != "mailto" && u.Scheme != "http" && u.Scheme != "https" {
			return "", fmt.Errorf("iodef of CAA must be a mailto:, http: or https: URL, not %q", val)
		}
	}
	return fmt.Sprintf("%d %s %s", n, tag, one(val)), nil
}

// letters reports whether a tag consists of letters and digits (RFC 8659, 4.1).
func letters(tag string) bool {
	return tag != "" && len(tag) <= 15 && strings.Trim(asciiLower(tag), "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}
