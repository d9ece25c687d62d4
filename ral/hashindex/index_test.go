package hashindex_test

import (
	"hash/maphash"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"ralsh/ral/hashindex"
)

// An index yields the positions that a map would, in the order of Put, even if
// hashes collide; and no position that was not added.
func TestIndex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		row := rapid.SliceOfN(rapid.StringMatching("[a-c]{0,3}"), 0, 50).Draw(t, "row")
		one := rapid.Bool().Draw(t, "one hash")
		x := hashindex.New(len(row))
		hash := func(key string) uint64 {
			if one {
				return 1<<64 - 1
			}
			return maphash.String(x.Seed, key)
		}
		want := make(map[string][]int)
		for i, key := range row {
			x.Put(hash(key), i)
			want[key] = append(want[key], i)
		}
		for _, key := range append(row, "nobody", "") {
			var got []int
			for i := range x.At(hash(key)) {
				if row[i] == key {
					got = append(got, i)
				}
			}
			if !slices.Equal(got, want[key]) {
				t.Errorf("%q lies at %v, want %v", key, got, want[key])
			}
		}
	})
}
