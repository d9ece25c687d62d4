// Package hashindex provides a hash index over a slice.
//
// An Index maps hashes to positions in a slice of the caller. It stores positions
// instead of keys, 6 to 12 bytes per entry, so 100,000 entries stay small. At may also
// yield positions of different hashes, so the caller compares the elements. An Index
// does not grow; Put must not run concurrently with a call.
package hashindex

import (
	"hash/maphash"
	"iter"
	"math/bits"
)

// Index maps hashes to positions in a slice. A map would store each of a
// hundred thousand keys again; this uses six to twelve bytes per entry.
type Index struct {
	Seed maphash.Seed // for all hashes

	slots []int32 // position plus one, 0 if free
}

// New allocates an index for at most room entries.
func New(room int) *Index {
	return &Index{Seed: maphash.MakeSeed(), slots: make([]int32, 1<<bits.Len(uint(room)*3/2))}
}

// Put adds a position.
func (x *Index) Put(hash uint64, place int) {
	at := x.home(hash)
	for x.slots[at] != 0 {
		at = x.next(at)
	}
	x.slots[at] = int32(place + 1)
}

// At yields the positions that were added with a hash, in that order. It may also yield
// positions of different hashes, so the caller compares the elements.
func (x *Index) At(hash uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for at := x.home(hash); x.slots[at] != 0 && yield(int(x.slots[at]-1)); {
			at = x.next(at)
		}
	}
}

func (x *Index) home(hash uint64) int { return int(hash & uint64(len(x.slots)-1)) }

func (x *Index) next(at int) int { return (at + 1) & (len(x.slots) - 1) }
