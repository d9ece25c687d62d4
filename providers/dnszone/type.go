package dnszone

import (
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"ralsh/providers/dns"
	"ralsh/providers/dns/record"
	"ralsh/providers/dns/services"
	"ralsh/ral"
	"ralsh/ral/noise"
	"ralsh/ral/value"
)

// Register adds the type and a provider for each service.
func Register(reg *ral.Registry) {
	all := services.All()
	var providers []ral.Provider
	for _, s := range all {
		providers = append(providers, provider(s))
	}
	reg.Add(typeDef(all), providers...)
}

func typeDef(all []dns.Service) ral.Type {
	return ral.Type{
		Name:    "dnszone",
		Summary: "Zones of a DNS service",
		Doc: "A zone, and its start of authority (the SOA record). Its serial is counted on by each change. Its other records are `dnsrr`. " +
			"The provider `rfc2136` sees the zones that its account names, and changes their SOA; it cannot make or remove a zone.\n\n" +
			"```puppet\ndnszone { 'example.com':\n  ensure      => present,\n  nameservers => ['ns1.example.com'],\n  contact     => 'hostmaster@example.com',\n  minimum     => '300',\n}\n```\n",
		Columns:    [2]string{"kind", "serial"},
		Attributes: attributes(),
		Features: []ral.Feature{
			{Name: "kinds", Doc: "The provider knows native, primary and secondary zones."},
		},
		Relations: []ral.Relation{dns.Relations(all)},
		Validate:  together,
	}
}

func attributes() []*ral.Attribute {
	return []*ral.Attribute{
		ral.Ensure("Whether the service has the zone. Removing a zone removes its records."),
		{
			Name: "kind", Kind: ral.Property, Example: "native", Features: []string{"kinds"}, Values: ral.Literals("native", "primary", "secondary"),
			Doc: "How the zone gets to other servers: `native` by the database, `primary` by transfers, `secondary` is transferred from elsewhere. " +
				"A new one is `native`.",
		},
		{
			Name: "primaries", Kind: ral.Property, Example: "192.0.2.53", Features: []string{"kinds"}, MatchAll: true, IsList: true, ValidateFn: validAddress,
			Doc: "The addresses that a secondary zone is transferred from, `192.0.2.53` or `192.0.2.53:5300`.",
		},
		{
			Name: "primary_ns", Kind: ral.Property, Example: "ns1.example.com", ValidateFn: validName, MungeFn: bareName,
			Doc: "The name server that the zone comes from, as its SOA says. Of a new zone it is the first of `nameservers`.",
		},
		{
			Name: "contact", Kind: ral.Property, Example: "hostmaster@example.com", ValidateFn: validContact, MungeFn: lowered,
			Doc: "The mail address of who is responsible. Of a new zone it is hostmaster.",
		},
		seconds("refresh", "10800", "After how many seconds a secondary asks whether the zone has changed."),
		seconds("retry", "3600", "After how many seconds it asks again when that failed."),
		seconds("expire", "604800", "After how many seconds without an answer it gives the zone up."),
		seconds("minimum", "3600", "For how many seconds others may keep that a name is not there (RFC 2308)."),
		seconds("ttl", "3600", "For how many seconds others may keep the SOA record."),
		{
			Name: "serial", Kind: ral.Property, ReadOnly: true, Across: ral.Across{Class: noise.Volatile}, Example: "2026010100", Doc: "The serial of the zone, only shown.",
		},
		{
			Name: "name", Kind: ral.Param, Namevar: true, Example: "example.com", ValidateFn: validName, MungeFn: bareName,
			Doc: "The zone's name.",
		},
		{
			Name: "nameservers", Kind: ral.Param, IsList: true, Example: "ns1.example.com", ValidateFn: validNames,
			Doc: "The name servers that a new zone gets. It matters only when the zone is made; afterwards they are `dnsrr { 'ZONE/NS': }`.",
			NoEffect: func(r *ral.Resource) string {
				if r.Found != nil && r.Found.Present() {
					return "It matters only when the zone is made."
				}
				return ""
			},
		},
		dns.AccountAttr(),
	}
}

func seconds(name, example, doc string) *ral.Attribute {
	return &ral.Attribute{
		Name: name, Kind: ral.Property, Example: example, Doc: doc,
		ValidateFn: func(_ ral.Hook, v value.Value) error {
			if _, err := strconv.ParseUint(v.Text(), 10, 31); err != nil {
				return fmt.Errorf("%s is no number of seconds up to 2147483647", v.Inspect())
			}
			return nil
		},
		MungeFn: func(_ ral.Hook, v value.Value) (value.Value, error) {
			n, err := strconv.ParseInt(v.Text(), 10, 32)
			return value.Int(n), err
		},
	}
}

func validName(_ ral.Hook, v value.Value) error {
	_, err := record.Name(v.Text())
	return err
}

func validNames(h ral.Hook, v value.Value) error {
	for _, item := range v.Elements() {
		if err := validName(h, item); err != nil {
			return err
		}
	}
	return nil
}

func bareName(_ ral.Hook, v value.Value) (value.Value, error) {
	name, err := record.Name(v.Text())
	return value.Str(name), err
}

func lowered(_ ral.Hook, v value.Value) (value.Value, error) {
	return value.Str(strings.ToLower(v.Text())), nil
}

func validContact(_ ral.Hook, v value.Value) error {
	box, domain, _ := strings.Cut(v.Text(), "@")
	_, err := record.Name(domain)
	if box == "" || err != nil || strings.ContainsAny(box, `\ "`) {
		return fmt.Errorf("%s is no mail address, as hostmaster@example.com", v.Inspect())
	}
	_, err = record.Name(dns.Mailname(v.Text()))
	return err
}

func validAddress(_ ral.Hook, v value.Value) error {
	_, err := netip.ParseAddr(v.Text())
	if _, failed := netip.ParseAddrPort(v.Text()); err != nil && failed != nil {
		return fmt.Errorf("%s is no address", v.Inspect())
	}
	return nil
}

// together checks across the attributes.
func together(r *ral.Resource) error {
	kind := r.Get("kind").Text()
	if r.Has("primaries") && kind != "" && kind != "secondary" && len(r.Get("primaries").Elements()) > 0 {
		return errors.New("primaries are of a secondary zone, and this one is " + kind)
	}
	for _, name := range soaNames() {
		if kind == "secondary" && r.Has(name) {
			return errors.New("the SOA of a secondary zone is transferred with it: " + name + " cannot be set")
		}
	}
	return nil
}

func soaNames() []string {
	return []string{"primary_ns", "contact", "refresh", "retry", "expire", "minimum", "ttl"}
}
