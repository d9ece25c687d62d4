package accounts

import "slices"

// places is the positions of the entries of a file. They are in chunks with a common shift,
// because a plan of many accounts has a version of the file after each: an edit of a line
// copies one chunk and shifts the later ones.
type places struct {
	chunks []chunk
	n      int
}

type chunk struct {
	shift place // of all positions in the chunk
	list  []place
}

const perChunk = 256

// place is the byte offset and the number of a line. The line is 0 if the entry was
// removed (next).
type place struct{ at, line uint32 }

func (p place) plus(by place) place {
	if p.at += by.at; p.line > 0 {
		p.line += by.line
	}
	return p
}

// add appends a position. Only a new version of places may be changed: see version.
func (p *places) add(at place) {
	if p.n%perChunk == 0 {
		p.chunks = append(p.chunks, chunk{list: make([]place, 0, perChunk)})
	}
	c := &p.chunks[len(p.chunks)-1]
	c.list = append(c.list, at.plus(place{-c.shift.at, -c.shift.line}))
	p.n++
}

func (p *places) get(i int) place {
	c := &p.chunks[i/perChunk]
	return c.list[i%perChunk].plus(c.shift)
}

// version returns a copy that can be changed without changing p.
func (p *places) version() places {
	next := places{slices.Clone(p.chunks), p.n}
	if last := len(next.chunks) - 1; last >= 0 {
		next.chunks[last].list = slices.Clip(next.chunks[last].list)
	}
	return next
}

// remove marks an entry as removed.
func (p *places) remove(i int) {
	c := &p.chunks[i/perChunk]
	c.list = slices.Clone(c.list)
	c.list[i%perChunk].line = 0
}

// shift moves the entries from the i-th on.
func (p *places) shift(i int, by place) {
	if i >= p.n {
		return
	}
	c := &p.chunks[i/perChunk]
	c.list = slices.Clone(c.list)
	for k := i % perChunk; k < len(c.list); k++ {
		c.list[k] = c.list[k].plus(by)
	}
	for k := i/perChunk + 1; k < len(p.chunks); k++ {
		c := &p.chunks[k]
		c.shift = place{c.shift.at + by.at, c.shift.line + by.line}
	}
}
