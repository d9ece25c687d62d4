package transaction_test

import (
	"slices"
	"testing"

	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// Instances are marked where an earlier run wrote a secret: a property, or the line of
// a file. An instance of another type or another file costs nothing.
func TestEarlierSecretsAreMarked(t *testing.T) {
	w := newWorld(t)
	w.Put("/etc/paint", "plain\npw=s3cret-line\n", 0o600)
	thing := w.env.Registry.Type("thing")
	read := func(name, from, color, size string) *ral.Instance {
		inst := ral.NewInstance(thing, name).Set("color", value.Str(color)).Set("size", value.Str(size))
		inst.From, inst.ProviderFindings = from, []string{"it was " + color}
		return inst
	}
	declared := map[string]map[string]string{"thing [\"a\"]": {"color": ""}, "thing [\"b\"]": {"color": transaction.SecretSum(value.Str("clear"))}}
	files := map[string]bool{"/etc/paint": true}
	for name, c := range map[string]struct {
		earlier transaction.EarlierSecrets
		inst    *ral.Instance
		secret  []string
	}{
		"declared":            {transaction.EarlierSecrets{Values: declared}, read("a", "/things/a", "s3cret-color", "1"), []string{"color"}},
		"in another property": {transaction.EarlierSecrets{Values: declared}, read("a", "/things/a", "s3cret-color", "of s3cret-color"), []string{"color", "size"}},
		"in clear since":      {transaction.EarlierSecrets{Values: declared}, read("b", "/things/b", "clear", "1"), nil},
		"changed since":       {transaction.EarlierSecrets{Values: declared}, read("b", "/things/b", "s3cret-since", "1"), []string{"color"}},
		"another instance":    {transaction.EarlierSecrets{Values: declared}, read("c", "/things/c", "s3cret-color", "1"), nil},
		"a line of the file":  {transaction.EarlierSecrets{Files: files}, read("d", "crontab of /etc/paint:2", "red", "pw=s3cret-line"), []string{"size"}},
		"the whole file":      {transaction.EarlierSecrets{Files: files}, read("d", "/etc/paint", "plain\npw=s3cret-line\n", "1"), []string{"color"}},
		"another file":        {transaction.EarlierSecrets{Files: files}, read("d", "/etc/paint2:2", "red", "pw=s3cret-line"), nil},
	} {
		mark := c.earlier.Marks(t.Context(), w.env.Reader(), thing)
		marked := mark(c.inst)
		for _, attr := range []string{"color", "size"} {
			if got := marked.Get(attr); got.IsSecret() != slices.Contains(c.secret, attr) || !got.Equal(c.inst.Get(attr)) {
				t.Errorf("%s: %s is %v, secret %v", name, attr, got, got.IsSecret())
			}
		}
		if slices.Contains(c.secret, "color") && slices.Equal(marked.ProviderFindings, c.inst.ProviderFindings) {
			t.Errorf("%s: it is in a finding: %q", name, marked.ProviderFindings)
		}
		if c.secret == nil && marked != c.inst {
			t.Errorf("%s: the instance is copied", name)
		}
	}

	other := transaction.EarlierSecrets{Values: map[string]map[string]string{"things [\"a\"]": {"color": ""}}}
	if other.Marks(t.Context(), w.env.Reader(), thing) != nil {
		t.Error("secrets of another type are looked for")
	}
	other.Files = files
	mark, inst := other.Marks(t.Context(), w.env.Reader(), thing), read("a", "/etc/passwd:1", "s3cret-color", "1")
	if n := testing.AllocsPerRun(100, func() { mark(inst) }); n > 0 {
		t.Errorf("an instance of a file without secrets costs %v allocations", n)
	}
}
