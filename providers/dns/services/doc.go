// Package services lists the DNS services that are built into ralsh.
//
// The types dnsrr and dnszone have one provider per service in All.
package services
