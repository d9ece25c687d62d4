package rfc2136

import "testing"

func TestAddresses(t *testing.T) {
	for given, want := range map[string]string{
		"192.0.2.53": "192.0.2.53:53", "192.0.2.53:5353": "192.0.2.53:5353", "ns1.example.com": "ns1.example.com:53",
		"2001:db8::1": "[2001:db8::1]:53", "[2001:db8::1]": "[2001:db8::1]:53", "[2001:db8::1]:5353": "[2001:db8::1]:5353",
	} {
		if got := withPort(given); got != want {
			t.Errorf("%s is %s, want %s", given, got, want)
		}
	}
}
