package accounts

import (
	"hash/maphash"
	"sync"

	"ralsh/ral/hashindex"
)

// keys finds entries by name and by number. All versions of a file share it: a later
// version adds positions, and each version skips the positions that are not its own.
type keys struct {
	mu      sync.RWMutex
	names   *hashindex.Index
	numbers *hashindex.Index // nil until a number is searched for
	rows    int              // that the indexes have room for
	free    int              // rows without a position
}

// newKeys allocates room for an eighth more than rows.
func newKeys(rows int) *keys {
	rows += rows/8 + 16
	return &keys{names: hashindex.New(rows), rows: rows, free: rows}
}

// putName adds the name of an entry.
func (k *keys) putName(name string, i int) {
	k.names.Put(maphash.String(k.names.Seed, name), i)
	k.free--
}

// put adds an entry of a later version. It returns false if there is no room.
func (k *keys) put(name string, number int64, i int) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.free == 0 {
		return false
	}
	k.putName(name, i)
	if k.numbers != nil {
		k.numbers.Put(maphash.Comparable(k.numbers.Seed, number), i)
	}
	return true
}

// named appends the positions that may have a name.
func (k *keys) named(name string, into []int) []int {
	k.mu.RLock()
	defer k.mu.RUnlock()
	for i := range k.names.At(maphash.String(k.names.Seed, name)) {
		into = append(into, i)
	}
	return into
}

// numbered appends the positions that may have a number. all yields the numbers of all
// entries, for the first call.
func (k *keys) numbered(number int64, into []int, all func(put func(number int64, i int))) []int {
	k.mu.RLock()
	if k.numbers == nil {
		k.mu.RUnlock()
		k.indexNumbers(all)
		k.mu.RLock()
	}
	defer k.mu.RUnlock()
	for i := range k.numbers.At(maphash.Comparable(k.numbers.Seed, number)) {
		into = append(into, i)
	}
	return into
}

func (k *keys) indexNumbers(all func(put func(number int64, i int))) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.numbers != nil {
		return
	}
	k.numbers = hashindex.New(k.rows)
	all(func(number int64, i int) { k.numbers.Put(maphash.Comparable(k.numbers.Seed, number), i) })
}
