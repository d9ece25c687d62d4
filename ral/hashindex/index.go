package hashindex

import (
	"hash/maphash"
	"iter"
	"math/bits"
)

// Index is where things lie in a row, found by a hash. Of a hundred thousand a map
// would hold each key once more; this holds six to twelve bytes.
type Index struct {
	Seed maphash.Seed // of all hashes that it is given

	slots []int32 // one above a place, 0 for none
}

// New makes room for as many as will ever be put in.
func New(room int) *Index {
	return &Index{Seed: maphash.MakeSeed(), slots: make([]int32, 1<<bits.Len(uint(room)*3/2))}
}

// Put notes where something lies.
func (x *Index) Put(hash uint64, place int) {
	at := x.home(hash)
	for x.slots[at] != 0 {
		at = x.next(at)
	}
	x.slots[at] = int32(place + 1)
}

// At yields the places that were put in with a hash, in that order. Others may be
// among them: whoever asks looks whether it is what lies there.
func (x *Index) At(hash uint64) iter.Seq[int] {
	return func(yield func(int) bool) {
		for at := x.home(hash); x.slots[at] != 0 && yield(int(x.slots[at]-1)); {
			at = x.next(at)
		}
	}
}

func (x *Index) home(hash uint64) int { return int(hash & uint64(len(x.slots)-1)) }

func (x *Index) next(at int) int { return (at + 1) & (len(x.slots) - 1) }
