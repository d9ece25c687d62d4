package model_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
)

// Rejected texts are saved up to a limit, and files of undo in the same
// directory stay.
func TestTextsAreKept(t *testing.T) {
	s := model.NewSession(t.Context(), ral.NewRegistry(), fakehost.New(nil).Host)
	dir := t.TempDir()
	s.KeepJournal(dir)
	blob := filepath.Join(dir, "kept", "blob")
	if err := os.MkdirAll(filepath.Dir(blob), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(blob, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	old := make([]string, 25)
	for i := range old {
		old[i] = filepath.Join(dir, "texts", fmt.Sprintf("20000101-0000%02d.000000.pp", i))
	}
	if err := os.MkdirAll(filepath.Dir(old[0]), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, file := range old {
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	file, err := s.OwnFiles.KeepText("host { 'a': }\n")
	if err != nil {
		t.Fatal(err)
	}
	left, _ := filepath.Glob(filepath.Join(dir, "texts", "*"))
	if want := append(slices.Clone(old[6:]), file); !slices.Equal(left, want) {
		t.Errorf("left are %q, want %q", left, want)
	}
	if data, _ := os.ReadFile(file); string(data) != "host { 'a': }\n" {
		t.Errorf("kept is %q", data)
	}
	if _, err := os.Stat(blob); err != nil {
		t.Error(err)
	}
}
