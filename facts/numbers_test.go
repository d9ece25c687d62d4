package facts

import (
	"strings"
	"testing"

	"github.com/goccy/go-yaml"

	"ralsh/ral/host/fakehost"
)

// Numbers keep their digits from the file to the output; an integer that does
// not fit into a value is a string.
func TestNumbersKeepTheirDigits(t *testing.T) {
	fake := fakehost.New(map[string]string{
		factsD + "j.json": `{"j": {"big": 9223372036854775807, "huge": 123456789012345678901234567890, "one": 1.0, "tiny": 1e-7}}`,
		factsD + "y.yaml": "y: {big: -9223372036854775808, huge: 123_456_789_012_345_678_901_234_567_890, one: 1.0, long: 9007199254740993}\n",
	})
	tree, err := With(fake.Reader(), Options{}).Select(t.Context(), "j", "y")
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(Text(tree)), " ")
	want := `j => { big => 9223372036854775807, huge => "123456789012345678901234567890", one => 1.0, tiny => 1.0e-07 } ` +
		`y => { big => -9223372036854775808, huge => "123456789012345678901234567890", long => 9007199254740993, one => 1.0 }`
	if text != want {
		t.Errorf("as text:\n%s\nwant\n%s", text, want)
	}
	out, err := JSON(tree)
	if err != nil {
		t.Fatal(err)
	}
	asYAML, err := yaml.JSONToYAML(out)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"9223372036854775807", `"123456789012345678901234567890"`, "-9223372036854775808", "9007199254740993"} {
		for what, got := range map[string][]byte{"JSON": out, "YAML": asYAML} {
			if !strings.Contains(string(got), want) || strings.Count(strings.ReplaceAll(string(got), `"`, "")+"\n", "one: 1.0") != 2 {
				t.Errorf("as %s, %s is not in\n%s", what, want, got)
			}
		}
	}
}
