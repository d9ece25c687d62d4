package dnsrr

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ralsh/providers/dns/record"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

func capitals(_ ral.Hook, v value.Value) (value.Value, error) {
	return value.Sym(strings.ToUpper(v.Text())), nil
}

func known(_ ral.Hook, v value.Value) error {
	if !record.Known(strings.ToUpper(v.Text())) {
		return fmt.Errorf("Invalid value %s. Valid values are %s.", v.Inspect(), strings.Join(record.Types(), ", "))
	}
	return nil
}

func validName(_ ral.Hook, v value.Value) error {
	_, err := record.Name(v.Text())
	return err
}

func bareName(_ ral.Hook, v value.Value) (value.Value, error) {
	name, err := record.Name(v.Text())
	return value.Str(name), err
}

func validTTL(_ ral.Hook, v value.Value) error {
	if _, err := strconv.ParseUint(v.Text(), 10, 31); err != nil {
		return fmt.Errorf("%s is not a TTL: expected a number of seconds up to 2147483647", v.Inspect())
	}
	return nil
}

func wholeTTL(_ ral.Hook, v value.Value) (value.Value, error) {
	n, err := strconv.ParseInt(v.Text(), 10, 32)
	return value.Int(n), err
}

func validValue(h ral.Hook, v value.Value) error {
	kind := h.Get("type")
	if kind.IsNil() {
		return nil // Validate reports it
	}
	_, err := record.Canonical(kind.Text(), v.Text())
	return err
}

func canonical(h ral.Hook, v value.Value) (value.Value, error) {
	kind := h.Get("type")
	if kind.IsNil() {
		return v, nil
	}
	text, err := record.Canonical(kind.Text(), v.Text())
	return value.Str(text), err
}

// same reports whether two lists contain the same values in any order.
func same(_ ral.Hook, is, should value.Value) bool {
	return !is.IsAbsent() && slices.Equal(sorted(is), sorted(should))
}

func sorted(v value.Value) []string {
	if v.IsAbsent() || v.IsNil() {
		return nil
	}
	var list []string
	for _, item := range v.Elements() {
		list = append(list, item.Text())
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// together checks across the attributes, by type of record.
func together(r *ral.Resource) error {
	kind, name, zone := r.Get("type").Text(), r.Get("name").Text(), r.Get("zone").Text()
	n := len(sorted(r.Get("values")))
	switch {
	case kind == "":
		return errors.New("type is missing: expected a title of the form NAME/TYPE (example: " + name + "/A)")
	case zone != "" && !record.Within(name, zone):
		return fmt.Errorf("%s is not in the zone %s", name, zone)
	case kind == "CNAME" && n > 1:
		return errors.New("a name can only have a single CNAME (RFC 1034, 3.6.2)")
	case kind == "CNAME" && zone == name && !r.Removing():
		return fmt.Errorf("%s is the apex of a zone and cannot have a CNAME (RFC 1912, 2.4)", name)
	case kind == "NS" && zone == name && r.Removing():
		return fmt.Errorf("cannot remove the name servers of the zone %s", name)
	case kind == "MX" && n > 1 && slices.Contains(sorted(r.Get("values")), "0 ."):
		return errors.New("the value \"0 .\" (no mail) cannot be combined with other values (RFC 7505)")
	case kind == "SRV" && !r.Removing() && !serviceName(name):
		return fmt.Errorf("%s: the name of SRV records needs a service and a protocol (RFC 2782; example: _sip._tcp)", name)
	case n == 1 && leads(kind) && sorted(r.Get("values"))[0] == name+".":
		return fmt.Errorf("%s cannot refer to the same name", name)
	}
	return nil
}

func leads(kind string) bool { return kind == "CNAME" || kind == "PTR" }

// serviceName reports whether a name contains a service and a protocol; an
// instance of the service may precede them (RFC 6763, 4.1).
func serviceName(name string) bool {
	labels := strings.Split(name, ".")
	for i := range len(labels) - 1 {
		if strings.HasPrefix(labels[i], "_") && strings.HasPrefix(labels[i+1], "_") {
			return true
		}
	}
	return false
}

// alone checks that the run does not declare records with the name of a CNAME (RFC 1034,
// 3.6.2).
func alone(_ context.Context, _ host.Reader, r *ral.Resource) error {
	if r.Get("type").Text() != "CNAME" || r.Removing() {
		return nil
	}
	name := r.Get("name").Text()
	for _, kind := range record.Types() {
		if other := r.Peer("dnsrr", name+"/"+kind); kind != "CNAME" && other != nil && !other.Removing() && !other.Get("ensure").IsNil() {
			return fmt.Errorf("%s has a CNAME and cannot also have records of type %s (RFC 1034, 3.6.2)", name, kind)
		}
	}
	return nil
}
