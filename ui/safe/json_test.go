package safe

import (
	"encoding/json"
	"testing"
)

func TestJSON(t *testing.T) {
	for text, want := range map[string]string{
		"plain":              `"plain"`,
		"\x1b[31m":           `"\u001b[31m"`,
		"del \x7f":           `"del \u007f"`,
		"\u009b31m":          `"\u009b31m"`,
		"\u202eexe":          `"\u202eexe"`,
		"日本 \U000e0001 é":    `"日本 \udb40\udc01 é"`,
		"two\nlines":         `"two\nlines"`,
		"a zero\u200bwidth ": `"a zero\u200bwidth "`,
	} {
		doc, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		got := JSON(doc)
		if string(got) != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
		var back string
		if err := json.Unmarshal(got, &back); err != nil || back != text {
			t.Errorf("%s reads back as %q, %v", got, back, err)
		}
	}
}
