package model_test

import (
	"testing"

	"ralsh/model"
	"ralsh/model/config"
	"ralsh/ral/journal"
)

func TestStoredText(t *testing.T) {
	for want, c := range map[string]struct {
		stored journal.Usage
		keep   journal.Retention
	}{
		"0 runs; at most 200 runs, 256 MiB":                          {journal.Usage{}, config.Default().Keep},
		"1 run, 1 content of 1 byte for undo; at most 1 run":         {journal.Usage{Runs: 1, Contents: 1, Bytes: 1}, journal.Retention{Runs: 1}},
		"14 runs, 3 contents of 1.2 MiB for undo; at most 1 GiB":     {journal.Usage{Runs: 14, Contents: 3, Bytes: 1_258_291}, journal.Retention{Bytes: 1 << 30}},
		"14 runs, 3 contents of 1.5 KiB for undo; no limit":          {journal.Usage{Runs: 14, Contents: 3, Bytes: 1536}, journal.Retention{}},
		"2 runs, 9 contents of 1023 bytes for undo; at most 2.5 GiB": {journal.Usage{Runs: 2, Contents: 9, Bytes: 1023}, journal.Retention{Bytes: 5 << 29}},
	} {
		if got := model.StoredText(c.stored, c.keep); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
