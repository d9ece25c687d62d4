package earlier_test

import (
	"slices"
	"testing"

	"ralsh/ral"
	"ralsh/ral/earlier"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/value"
)

// Instances are marked where an earlier run wrote a secret: a property, or the line of
// a file. An instance of another type or another file costs nothing.
func TestSecretsAreMarked(t *testing.T) {
	rd := fakehost.New(map[string]string{"/etc/paint": "plain\npw=s3cret-line\n"}).Reader()
	reg := ral.NewRegistry()
	reg.Add(ral.Type{Name: "thing", Attributes: []*ral.Attribute{
		{Name: "name", Kind: ral.Param, Namevar: true}, {Name: "color", Kind: ral.Property}, {Name: "size", Kind: ral.Property},
	}})
	if err := reg.Err(); err != nil {
		t.Fatal(err)
	}
	thing := reg.Type("thing")
	read := func(name, from, color, size string) *ral.Instance {
		inst := ral.NewInstance(thing, name).Set("color", value.Str(color)).Set("size", value.Str(size))
		inst.From, inst.ProviderFindings = from, []string{"it was " + color}
		return inst
	}
	declared := map[string]map[string]string{"thing [\"a\"]": {"color": ""}, "thing [\"b\"]": {"color": earlier.SecretSum(value.Str("clear"))}}
	files := map[string]bool{"/etc/paint": true}
	for name, c := range map[string]struct {
		places earlier.Secrets
		inst   *ral.Instance
		secret []string
	}{
		"declared":            {earlier.Secrets{Values: declared}, read("a", "/things/a", "s3cret-color", "1"), []string{"color"}},
		"in another property": {earlier.Secrets{Values: declared}, read("a", "/things/a", "s3cret-color", "of s3cret-color"), []string{"color", "size"}},
		"in clear since":      {earlier.Secrets{Values: declared}, read("b", "/things/b", "clear", "1"), nil},
		"changed since":       {earlier.Secrets{Values: declared}, read("b", "/things/b", "s3cret-since", "1"), []string{"color"}},
		"another instance":    {earlier.Secrets{Values: declared}, read("c", "/things/c", "s3cret-color", "1"), nil},
		"a line of the file":  {earlier.Secrets{Files: files}, read("d", "crontab of /etc/paint:2", "red", "pw=s3cret-line"), []string{"size"}},
		"the whole file":      {earlier.Secrets{Files: files}, read("d", "/etc/paint", "plain\npw=s3cret-line\n", "1"), []string{"color"}},
		"another file":        {earlier.Secrets{Files: files}, read("d", "/etc/paint2:2", "red", "pw=s3cret-line"), nil},
	} {
		mark := c.places.Marks(t.Context(), rd, thing)
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

	other := earlier.Secrets{Values: map[string]map[string]string{"things [\"a\"]": {"color": ""}}}
	if other.Marks(t.Context(), rd, thing) != nil {
		t.Error("secrets of another type are looked for")
	}
	other.Files = files
	mark, inst := other.Marks(t.Context(), rd, thing), read("a", "/etc/passwd:1", "s3cret-color", "1")
	if n := testing.AllocsPerRun(100, func() { mark(inst) }); n > 0 {
		t.Errorf("an instance of a file without secrets costs %v allocations", n)
	}
}
