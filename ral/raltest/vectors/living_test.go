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

// The counts of the cases at the seed that is always run; RALSH_SEED and
// RALSH_CASES choose others.
const (
	livingSeed  = 1
	livingCases = 2000
)

// TestLiving records what Debian's Puppet does with random values and random
// catalogs, and does the same with ours. A case that fails shows what it
// consists of; its name is the seed and its number, and the same seed brings it
// again.
func TestLiving(t *testing.T) {
	root := real.Puppet(t)
	seed, cases := number(t, "RALSH_SEED", livingSeed), number(t, "RALSH_CASES", livingCases)
	start := time.Now()
	dir := recorded(t, root, seed, cases)
	t.Logf("seed %s: %s catalogs and as many values recorded in %v", seed, cases, time.Since(start).Round(time.Second))
	vectors.Run(t, os.DirFS(dir), areas())
}

// recorded is a folder of cases, made by the Puppet of a root.
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

// number is a whole number from the environment.
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
