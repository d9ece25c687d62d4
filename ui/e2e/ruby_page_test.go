package e2e_test

import (
	"os"
	"strings"
	"testing"

	"ralsh/ral/raltest/real"
)

// TestRubyPage runs the example of docs/ruby.md and compares its output.
func TestRubyPage(t *testing.T) {
	real.Full(t)
	t.Parallel()
	page, err := os.ReadFile("../../docs/ruby.md")
	if err != nil {
		t.Fatal(err)
	}
	command, want, _ := strings.Cut(strings.TrimPrefix(block(t, string(page), "console ruby"), "$ "), "\n")
	if got := mustEnter(t, rubyRoot(t), command); got != want {
		t.Errorf("%s\nprints\n%s\nwant\n%s", command, got, want)
	}
}
