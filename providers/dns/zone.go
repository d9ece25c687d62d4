package dns

import (
	"fmt"
	"strconv"
	"strings"

	"ralsh/providers/dns/record"
)

// Zone is a zone. Unknown fields are "".
type Zone struct {
	Name      string
	Kind      string   // native, primary, secondary
	Primaries []string // of a secondary zone: addresses
	Serial    string
	TTL       string // of the SOA record
	SOA       SOA
}

// SOA is a SOA record, without its serial.
type SOA struct {
	PrimaryNS string // without its final dot
	Contact   string // a mail address
	Refresh   string
	Retry     string
	Expire    string
	Minimum   string
}

// ReadSOA parses the data of a SOA record.
func ReadSOA(data string) (soa SOA, serial string, err error) {
	bad := fmt.Errorf("%q is not a valid SOA record", data)
	f := strings.Fields(data)
	if len(f) != 7 {
		return SOA{}, "", bad
	}
	for i, text := range f[2:] {
		n, err := strconv.ParseUint(text, 10, 32)
		if err != nil {
			return SOA{}, "", bad
		}
		f[2+i] = strconv.FormatUint(n, 10)
	}
	ns, err := rootOr(f[0])
	contact, failed := rootOr(f[1])
	if err != nil || failed != nil {
		return SOA{}, "", bad
	}
	return SOA{ns, mailbox(contact), f[3], f[4], f[5], f[6]}, f[2], nil
}

// rootOr returns a name, "" for the root.
func rootOr(text string) (string, error) {
	if text == "." {
		return "", nil
	}
	return record.Name(text)
}

// Data returns the data of the SOA record with a serial.
func (s SOA) Data(serial string) string {
	return strings.Join([]string{s.PrimaryNS + ".", Mailname(s.Contact) + ".", serial, s.Refresh, s.Retry, s.Expire, s.Minimum}, " ")
}

// Line describes the action that writes the SOA record.
func (z Zone) Line() string {
	s := z.SOA
	return fmt.Sprintf("set %s SOA %s %s. %s. (next serial) %s %s %s %s", z.Name, z.TTL, s.PrimaryNS, Mailname(s.Contact), s.Refresh, s.Retry, s.Expire, s.Minimum)
}

// mailbox returns the mail address for a domain name: its first label is the mailbox (RFC
// 1035, 8). It returns a name with escapes other than escaped dots unchanged.
func mailbox(name string) string {
	for i := 0; i < len(name); i++ {
		switch name[i] {
		case '\\':
			i++
		case '.':
			address := strings.ReplaceAll(name[:i], `\.`, ".") + "@" + name[i+1:]
			if strings.Contains(address, `\`) {
				return name
			}
			return address
		}
	}
	return name
}

// Mailname returns the domain name for a mail address.
func Mailname(address string) string {
	box, domain, ok := strings.Cut(address, "@")
	if !ok || strings.Contains(address, `\`) {
		return address
	}
	return strings.ReplaceAll(box, ".", `\.`) + "." + domain
}

// Complete sets the missing fields of a new zone's SOA.
func (z Zone) Complete(nameservers []string) Zone {
	s := &z.SOA
	ns := "ns1." + z.Name
	if len(nameservers) > 0 {
		ns = nameservers[0]
	}
	for _, f := range []struct {
		at    *string
		other string
	}{
		{&s.PrimaryNS, ns},
		{&s.Contact, "hostmaster@" + z.Name},
		{&s.Refresh, "10800"},
		{&s.Retry, "3600"},
		{&s.Expire, "604800"},
		{&s.Minimum, "3600"},
		{&z.TTL, strconv.Itoa(DefaultTTL)},
	} {
		if *f.at == "" {
			*f.at = f.other
		}
	}
	return z
}

// DefaultTTL is the default TTL of a new set, in seconds.
const DefaultTTL = 3600
