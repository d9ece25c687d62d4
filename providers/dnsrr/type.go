package dnsrr

import (
	"strconv"
	"strings"

	"ralsh/providers/dns"
	"ralsh/providers/dns/record"
	"ralsh/providers/dns/services"
	"ralsh/ral"
	"ralsh/ral/lazyre"
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
		Hooks: titler{},
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
				Doc: "The name of the records in full. `*` as its first label matches all names that do not exist.",
			},
			{
				Name: "zone", Kind: ral.Param, LocatesResource: true, Example: "example.com", ValidateFn: validName, MungeFn: bareName,
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
			"- `TXT`: the text itself, however long, without quotes around it. A backslash comes before a character or the three digits of a byte.\n" +
			"- `CAA`: flags, tag and value, `0 issue \"ca.example.net\"`.",
	}
}

// titler is the hook of the type.
type titler struct{}

// TitleOf returns the title of records, whatever the declared title is.
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
