package puppet

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	page = "../../../docs/from-puppet.md"
	mark = "<!-- The tables are written from ui/cli/puppet/terms.go. -->\n"
)

// TestFromPuppetPage holds the tables of docs/from-puppet.md equal to the list.
// RALSH_GOLDEN=1 writes them.
func TestFromPuppetPage(t *testing.T) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head, got, found := strings.Cut(string(text), mark)
	if os.Getenv("RALSH_GOLDEN") == "1" {
		if err := os.WriteFile(page, []byte(head+mark+fromPuppet()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(fromPuppet(), got); !found || diff != "" {
		t.Errorf("%s, and the mark is there: %t", diff, found)
	}
}

// fromPuppet returns the tables of docs/from-puppet.md.
func fromPuppet() string {
	var b strings.Builder
	for _, on := range sections {
		fmt.Fprintf(&b, "\n## %s\n\n| you type | in ralsh | differences and reasons |\n|---|---|---|\n", title(on))
		for _, w := range Terms() {
			if w.On == on {
				fmt.Fprintf(&b, "| `%s` | %s | %s |\n", w.usage(), hereInPage(w), w.Note)
			}
		}
	}
	return b.String()
}

func hereInPage(w Term) string {
	switch {
	case w.Rejected:
		return "rejected: use `" + w.Here + "`"
	case w.Here == alwaysOn, w.Here == theSame:
		return w.Here
	}
	return "`" + w.Here + "`"
}
