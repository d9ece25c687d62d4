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
	"ralsh/ral/standard"
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
		Doc: "A zone with its SOA record (start of authority). Each change increments the serial. The other records are resources of type `dnsrr`. " +
			"The provider `rfc2136` changes the SOA of the zones in its account. It cannot create or remove a zone.\n\n" +
			"```puppet\ndnszone { 'example.com':\n  ensure      => present,\n  nameservers => ['ns1.example.com'],\n  contact     => 'hostmaster@example.com',\n  minimum     => '300',\n}\n```\n",
		Columns:    [2]string{"kind", "serial"},
		Attributes: attributes(),
		Features: []ral.Feature{
			{Name: "kinds", Doc: "The provider can create native, primary and secondary zones."},
		},
		Relations: []ral.Relation{dns.Relations(all)},
		Validate:  together,
	}
}

func attributes() []*ral.Attribute {
	return []*ral.Attribute{
		standard.Ensure("Whether the service contains the zone. Removing a zone removes its records."),
		{
			Name: "kind", Kind: ral.Property, Example: "native", Features: []string{"kinds"}, Values: ral.Literals("native", "primary", "secondary"),
			Doc: "How servers replicate the zone: `native` with the database, `primary` with transfers to other servers, `secondary` with a transfer from a primary. " +
				"Default for a new zone: `native`.",
		},
		{
			Name: "primaries", Kind: ral.Property, Example: "192.0.2.53", Features: []string{"kinds"}, MatchAll: true, IsList: true, ValidateFn: validAddress,
			Doc: "The addresses of the primaries of a secondary zone, `192.0.2.53` or `192.0.2.53:5300`.",
		},
		{
			Name: "primary_ns", Kind: ral.Property, Hooks: transferred{}, Example: "ns1.example.com", ValidateFn: validName, MungeFn: bareName,
			Doc: "The primary name server in the SOA. Default for a new zone: the first of `nameservers`.",
		},
		{
			Name: "contact", Kind: ral.Property, Hooks: transferred{}, Example: "hostmaster@example.com", ValidateFn: validContact, MungeFn: lowered,
			Doc: "The mail address of the administrator. Default for a new zone: hostmaster.",
		},
		seconds("refresh", "10800", "The interval in seconds at which a secondary checks for changes."),
		seconds("retry", "3600", "The interval in seconds at which a secondary retries a failed check."),
		seconds("expire", "604800", "The time in seconds without an answer after which a secondary drops the zone."),
		seconds("minimum", "3600", "The time in seconds for which resolvers may cache that a name does not exist (RFC 2308)."),
		seconds("ttl", "3600", "The time in seconds for which resolvers may cache the SOA record."),
		{
			Name: "serial", Kind: ral.Property, ReadOnly: true, Across: ral.Across{Class: noise.Volatile}, Example: "2026010100", Doc: "The serial of the zone. It is read-only.",
		},
		{
			Name: "name", Kind: ral.Param, Namevar: true, Example: "example.com", ValidateFn: validName, MungeFn: bareName,
			Doc: "The name of the zone.",
		},
		{
			Name: "nameservers", Kind: ral.Param, IsList: true, Example: "ns1.example.com", ValidateFn: validNames,
			Doc: "The name servers of a new zone. It has an effect only when the zone is created; later, manage them with `dnsrr { 'ZONE/NS': }`.",
			NoEffect: func(r *ral.Resource) string {
				if r.Found != nil && r.Found.Present() {
					return "It has an effect only when the zone is created."
				}
				return ""
			},
		},
		dns.AccountAttr(),
	}
}

func seconds(name, example, doc string) *ral.Attribute {
	return &ral.Attribute{
		Name: name, Kind: ral.Property, Hooks: transferred{}, Example: example, Doc: doc,
		ValidateFn: func(_ ral.Hook, v value.Value) error {
			if _, err := strconv.ParseUint(v.Text(), 10, 31); err != nil {
				return fmt.Errorf("%s is not a number of seconds up to 2147483647 (example: 3600)", v.Inspect())
			}
			return nil
		},
		MungeFn: func(_ ral.Hook, v value.Value) (value.Value, error) {
			n, err := strconv.ParseInt(v.Text(), 10, 32)
			return value.Int(n), err
		},
	}
}

// transferred is the hook of the properties of the SOA.
type transferred struct{}

// Undeclarable rejects the SOA of a secondary zone, as together does.
func (transferred) Undeclarable(inst *ral.Instance, _ value.Value) (_ value.Value, why string) {
	if inst.Get("kind").Text() == "secondary" {
		why = fromPrimary
	}
	return value.Value{}, why
}

const fromPrimary = "a secondary zone gets its SOA from its primary"

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
		return fmt.Errorf("%s is not a mail address (example: hostmaster@example.com)", v.Inspect())
	}
	_, err = record.Name(dns.Mailname(v.Text()))
	return err
}

func validAddress(_ ral.Hook, v value.Value) error {
	_, err := netip.ParseAddr(v.Text())
	if _, failed := netip.ParseAddrPort(v.Text()); err != nil && failed != nil {
		return fmt.Errorf("%s is not an address (example: 192.0.2.53)", v.Inspect())
	}
	return nil
}

func together(r *ral.Resource) error {
	kind := r.Get("kind").Text()
	if r.Has("primaries") && kind != "" && kind != "secondary" && len(r.Get("primaries").Elements()) > 0 {
		return errors.New("primaries can be set only for a secondary zone, not for kind " + kind)
	}
	for _, name := range soaNames() {
		if kind == "secondary" && r.Has(name) {
			return errors.New(name + " cannot be set: " + fromPrimary)
		}
	}
	return nil
}

func soaNames() []string {
	return []string{"primary_ns", "contact", "refresh", "retry", "expire", "minimum", "ttl"}
}
