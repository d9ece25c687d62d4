package dnsrr

import (
	"strconv"
	"strings"

	"ralsh/providers/dns"
	"ralsh/providers/dns/record"
	"ralsh/providers/dns/services"
	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/standard"
)

// Register adds the type and a provider for each service.
func Register(reg *ral.Registry) { With(services.All()...)(reg) }

// With is Register for the given services.
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
		Doc: "All records of a name and a type in a zone, with the title `name/type`. The provider determines the service " +
			"and its credentials. ralsh does not list or change records of unsupported types. " +
			"It changes several records of a zone in a single request.\n\n" +
			"```puppet\ndnsrr { 'www.example.com/A':\n  ensure => present,\n  values => ['192.0.2.1', '192.0.2.2'],\n  ttl    => 300,\n}\n\n" +
			"dnsrr { 'example.com/MX':\n  ensure => present,\n  values => '10 mail.example.net',\n}\n```\n",
		Columns: [2]string{"values", "ttl"},
		Titles: []ral.TitlePattern{
			{Pattern: lazyre.New(`^(.+)/(?i:(` + strings.Join(record.Types(), "|") + `))$`), Attrs: []string{"name", "type"}},
			{Pattern: lazyre.New(`^(.+)$`), Attrs: []string{"name"}},
		},
		Hooks: titler{},
		Attributes: []*ral.Attribute{
			standard.Ensure("Whether records with the name and type exist."),
			{
				Name: "type", Kind: ral.Param, Namevar: true, Example: "A", Values: ral.Literals(record.Types()...), MungeFn: capitals, ValidateFn: known,
				Doc: "The type of the records.",
			},
			values(),
			{
				Name: "ttl", Kind: ral.Property, Example: "300", ValidateFn: validTTL, MungeFn: wholeTTL,
				Doc: "The time in seconds for which resolvers may cache the records, up to 2147483647. Default for new records: " + strconv.Itoa(dns.DefaultTTL) + ".",
			},
			{
				Name: "name", Kind: ral.Param, Namevar: true, Example: "www.example.com", ValidateFn: validName, MungeFn: bareName,
				Doc: "The full name of the records. `*` as its first label matches all names that do not exist.",
			},
			{
				Name: "zone", Kind: ral.Param, LocatesResource: true, Example: "example.com", ValidateFn: validName, MungeFn: bareName,
				Doc: "The zone of the records. Default: the longest matching zone of the accounts.",
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
		Doc: "All values of the records, in any order. Required for new records.\n\n" +
			"- `A`, `AAAA`: an address.\n" +
			"- `CNAME`, `NS`, `PTR`: a full name. A `CNAME` has a single value, and cannot be at the apex of a zone.\n" +
			"- `MX`: preference and name, `10 mail.example.com`. A single `0 .` means that the domain accepts no mail.\n" +
			"- `SRV`: priority, weight, port and name, `10 5 5060 sip.example.com`. The name of the records contains `_service._proto`.\n" +
			"- `TXT`: the text of any length, without quotes. Write a backslash before a character or before the three digits of a byte.\n" +
			"- `CAA`: flags, tag and value, `0 issue \"ca.example.net\"`.",
	}
}

type titler struct{}

// TitleOf returns the title of records, independent of the declared title.
func (titler) TitleOf(r *ral.Resource) string {
	if r.Get("type").IsNil() {
		return r.Get("name").Text()
	}
	return r.Get("name").Text() + "/" + r.Get("type").Text()
}

// itsZone returns a function that matches the zones that contain the name.
func itsZone(r *ral.Resource) func(*ral.Resource) bool {
	name := r.Get("name").Text()
	return func(zone *ral.Resource) bool { return record.Within(name, zone.Name()) }
}
