// Package record parses and formats the values of DNS records.
//
// A value has a single canonical text, so that a server's answer and a declaration are
// comparable: names are absolute, in lower case, with a final dot; addresses follow RFC
// 5952; the text of a TXT record is a single string, independent of its split. Canonical
// parses user input. Data and FromData convert to and from zone file syntax (RFC 1035,
// 5.1), which differs only for TXT. Types lists the supported record types.
//
// Name returns a domain name without its final dot, and Within reports whether a name is
// in a zone. The package is stateless and does no I/O.
package record
