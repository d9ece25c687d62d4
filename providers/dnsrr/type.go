// Package dnsrr is the type dnsrr: the records of a name and type on a DNS
// service.
package dnsrr

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"ralsh/providers/dns"
	"ralsh/providers/dns/record"
	"ralsh/providers/dns/services"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// Register adds the type and a provider for each service.
func Register(reg *ral.Registry) { With(services.All()...)(reg) }

// With is Register for these services.
func With(all ...dns.Service) func(*ral.Registry) {
	return func(reg *ral.Registry) {
		var providers []ral.Provider
		for _, s := range all {
			providers = append(providers, provider(s))
		}
		reg.Add(typeDef(all), providers...)
	}
}

func typeDef(all []dns.Service) ral.Type {
	return ral.Type{
		Name:    "dnsrr",
		Summary: "Records of a DNS service",
		Doc: "All records of one name and one type in a zone, called `name/type`. Which service keeps the zone, and with which " +
			"credentials, is the provider's. Records of other types than those named here are neither listed nor touched. " +
			"Several records of one zone are changed at once.\n\n" +
			"```puppet\ndnsrr { 'www.example.com/A':\n  ensure => present,\n  values => ['192.0.2.1', '192.0.2.2'],\n  ttl    => 300,\n}\n\n" +
			"dnsrr { 'example.com/MX':\n  ensure => present,\n  values => '10 mail.example.net',\n}\n```\n",
		Columns: [2]string{"values", "ttl"},
		Titles: []ral.TitlePattern{
			{Pattern: lazyre.New(`^(.+)/(?i:(` + strings.Join(record.Types(), "|") + `))$`), Attrs: []string{"name", "type"}},
			{Pattern: lazyre.New(`^(.+)$`), Attrs: []string{"name"}},
		},
		TitleOf: title,
		Attributes: []*ral.Attribute{
			ral.Ensure("Whether there are records of the name and type."),
			{
				Name: "type", Kind: ral.Param, Namevar: true, Example: "A", Values: ral.Literals(record.Types()...), MungeFn: capitals, ValidateFn: known,
				Doc: "The type of the records.",
			},
			values(),
			{
				Name: "ttl", Kind: ral.Property, Example: "300", ValidateFn: validTTL, MungeFn: wholeTTL,
				Doc: "How many seconds the records may be kept by others, up to 2147483647. New records get " + strconv.Itoa(dns.DefaultTTL) + " when there is none.",
			},
			{
				Name: "name", Kind: ral.Param, Namevar: true, Example: "www.example.com", ValidateFn: validName, MungeFn: bareName,
				Doc: "The name of the records in full. `*` as its first label stands for all names that there are not.",
			},
			{
				Name: "zone", Kind: ral.Param, Address: true, Example: "example.com", ValidateFn: validName, MungeFn: bareName,
				Doc: "The zone that the records are in: the longest that the accounts have, unless it is named.",
			},
			dns.AccountAttr(),
		},
		Relations: []ral.Relation{
			dns.Relations(all),
			{Kind: ral.Require, Type: "dnszone", Match: itsZone},
		},
		Validate: together,
		PreRun:   alone,
	}
}

func values() *ral.Attribute {
	return &ral.Attribute{
		Name: "values", Kind: ral.Property, MatchAll: true, IsList: true, Example: "192.0.2.1", ValidateFn: validValue, MungeFn: canonical, InSyncFn: same,
		Doc: "What the records say, in any order; these are all the records there should be. New ones need them.\n\n" +
			"- `A`, `AAAA`: an address.\n" +
			"- `CNAME`, `NS`, `PTR`: a name in full. There is one `CNAME` only, and not at the top of a zone.\n" +
			"- `MX`: preference and name, `10 mail.example.com`; `0 .` alone takes no mail.\n" +
			"- `SRV`: priority, weight, port and name, `10 5 5060 sip.example.com`. The records' own name has `_service._proto` in it.\n" +
			"- `TXT`: the text itself, however long, without quotes around it. A backslash stands before a character or the three digits of a byte.\n" +
			"- `CAA`: flags, tag and value, `0 issue \"ca.example.net\"`.",
	}
}

// title is what records are called, whatever the declaration does.
func title(r *ral.Resource) string {
	if r.Get("type").IsNil() {
		return r.Get("name").Text()
	}
	return r.Get("name").Text() + "/" + r.Get("type").Text()
}

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
		return fmt.Errorf("%s is no TTL: it is a number of seconds up to 2147483647", v.Inspect())
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
		return nil // Validate tells
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

// same holds of the same values in any order.
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
		return errors.New("type is missing: name the record NAME/TYPE, as " + name + "/A")
	case zone != "" && !record.Within(name, zone):
		return fmt.Errorf("%s is not in the zone %s", name, zone)
	case kind == "CNAME" && n > 1:
		return errors.New("a name has one CNAME only (RFC 1034, 3.6.2)")
	case kind == "CNAME" && zone == name && !r.Removing():
		return fmt.Errorf("%s is the top of a zone, where no CNAME can be (RFC 1912, 2.4)", name)
	case kind == "NS" && zone == name && r.Removing():
		return fmt.Errorf("%s is a zone, and a zone keeps its name servers", name)
	case kind == "MX" && n > 1 && slices.Contains(sorted(r.Get("values")), "0 ."):
		return errors.New("0 . says that there is no mail, and stands alone (RFC 7505)")
	case kind == "SRV" && !r.Removing() && !serviceName(name):
		return fmt.Errorf("%s: the name of SRV records has a service and a protocol, as _sip._tcp (RFC 2782)", name)
	case n == 1 && leads(kind) && sorted(r.Get("values"))[0] == name+".":
		return fmt.Errorf("%s leads to itself", name)
	}
	return nil
}

func leads(kind string) bool { return kind == "CNAME" || kind == "PTR" }

// serviceName holds of a name with a service and a protocol in it; an instance of
// the service may stand before them (RFC 6763, 4.1).
func serviceName(name string) bool {
	labels := strings.Split(name, ".")
	for i := range len(labels) - 1 {
		if strings.HasPrefix(labels[i], "_") && strings.HasPrefix(labels[i+1], "_") {
			return true
		}
	}
	return false
}

// alone holds that nothing of the same run stands beside a CNAME (RFC 1034,
// 3.6.2).
func alone(_ context.Context, _ host.Look, r *ral.Resource) error {
	if r.Get("type").Text() != "CNAME" || r.Removing() {
		return nil
	}
	name := r.Get("name").Text()
	for _, kind := range record.Types() {
		if other := r.Peer("dnsrr", name+"/"+kind); kind != "CNAME" && other != nil && !other.Removing() && !other.Get("ensure").IsNil() {
			return fmt.Errorf("%s has a CNAME, and %s beside it: a CNAME stands alone (RFC 1034, 3.6.2)", name, kind)
		}
	}
	return nil
}

// itsZone matches the zones that the name is in.
func itsZone(r *ral.Resource) func(*ral.Resource) bool {
	name := r.Get("name").Text()
	return func(zone *ral.Resource) bool { return record.Within(name, zone.Name()) }
}
