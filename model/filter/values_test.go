package filter

import "testing"

// TestCompareVersions holds the order of versions, each against all that come after it.
func TestCompareVersions(t *testing.T) {
	ascending := [][]string{
		{"0", "00"},
		{"0.0"},
		{"1.0.a"},
		{"1.9"},
		{"1.10", "1.010", "1-10", "1_10~"},
		{"1.10rc1"},
		{"1.10.0"},
		{"1.10.1", "1.10.01"},
		{"6.1.0-18"},
		{"6.1.0-18-amd64", "6.1.0-18-AMD64"},
		{"6.1.0-19-amd64"},
		{"12"},
		{"12.11"},
		{"18446744073709551616"},
		{"18446744073709551617"},
	}
	for i, same := range ascending {
		for _, a := range same {
			for j, others := range ascending {
				for _, b := range others {
					want := 0
					if i < j {
						want = -1
					} else if i > j {
						want = 1
					}
					if got := compareVersions(a, b); got != want {
						t.Errorf("%s and %s: %d, want %d", a, b, got, want)
					}
				}
			}
		}
	}
}

// TestParseQuantity holds what is a number, and what is a size.
func TestParseQuantity(t *testing.T) {
	for text, want := range map[string]quantity{
		"0": {0, false}, "-1.5": {-1.5, false}, "8GiB": {8 << 30, true}, "23.54 GiB": {23.54 * (1 << 30), true}, "0 bytes": {0, true}, "4.00 KiB": {4096, true},
		"1kB": {1000, true}, "1KB": {1000, true}, "1.5TB": {1.5e12, true}, "2 MiB": {2 << 20, true}, "1TiB": {1 << 40, true}, "1mb": {1e6, true},
	} {
		if got, ok := parseQuantity(text); !ok || got != want {
			t.Errorf("%s: %v, %t", text, got, ok)
		}
	}
	for _, text := range []string{"", "GiB", "8G", "8 ", "8  GiB", "8GiB ", "1e3", "0x10", "inf", "NaN", "1_000", "1.2.3", "--1", "8B", "4.36%"} {
		if got, ok := parseQuantity(text); ok {
			t.Errorf("%s is %v", text, got)
		}
	}
}
