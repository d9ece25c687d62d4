package cli

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWrap(t *testing.T) {
	got := wrap("one two  three\n\n```puppet\nx { 'y':\n  z  => 'a long line',\n}\n```\nend", 8)
	want := []string{"one two", "three", "", "    x { 'y':", "      z  => 'a long line',", "    }", "end"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
