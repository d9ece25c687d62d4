package vectors_test

import (
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"ralsh/ral/raltest/real"
	"ralsh/ral/raltest/vectors"
)

// The default seed and number of cases; RALSH_SEED and RALSH_CASES override them.
const (
	livingSeed  = 1
	livingCases = 2000
)

// TestLiving records the results of the Puppet of Debian 12 and 13 for random values and
// random catalogs, and compares ours. The name of a case is the seed and its number; the
// same seed generates it again. A failed case is shown completely.
func TestLiving(t *testing.T) {
	real.Full(t)
	seed, cases := number(t, "RALSH_SEED", livingSeed), number(t, "RALSH_CASES", livingCases)
	for name, root := range map[string]func(testing.TB) string{"Puppet 7": real.Puppet, "Puppet 8": real.Trixie} {
		t.Run(name, func(t *testing.T) {
			start := time.Now()
			dir := recorded(t, root(t), seed, cases)
			t.Logf("seed %s: %s catalogs and as many values recorded in %v", seed, cases, time.Since(start).Round(time.Second))
			vectors.Run(t, os.DirFS(dir), areas())
		})
	}
}

// recorded returns a directory of cases, recorded by the Puppet of a root.
func recorded(t *testing.T, root, seed, cases string) string {
	t.Helper()
	in, out := filepath.Join(root, "srv/recorder"), filepath.Join(root, "srv/cases")
	if err := os.CopyFS(in, os.DirFS("recorder")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(out, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := real.Enter(root, "ruby", "/srv/recorder/record.rb", "/srv/cases", seed, cases, cases)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("recording at seed %s: %v\n%s", seed, err, text)
	}
	return out
}

// number returns a whole number from the environment.
func number(t *testing.T, name string, otherwise int) string {
	t.Helper()
	text := os.Getenv(name)
	if text == "" {
		return strconv.Itoa(otherwise)
	}
	if _, err := strconv.Atoi(text); err != nil {
		t.Fatalf("%s is no number: %s", name, text)
	}
	return text
}
