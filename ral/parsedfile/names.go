package parsedfile

import "sync"

// names tells where a name has its last record in a file that is edited.
type names struct {
	file   *File
	nameOf func(Line) string
	at     map[string]int // nil: not known any more
}

func (n *names) last(name string) int {
	if n.at == nil {
		n.at = make(map[string]int, len(n.file.lines))
		n.learn(0)
	}
	if at, ok := n.at[name]; ok {
		return at
	}
	return -1
}

func (n *names) learn(from int) {
	for i, line := range n.file.lines[from:] {
		if name := n.nameOf(line); name != "" {
			n.at[name] = from + i
		}
	}
}

// put replaces the record at an index, or appends it when that is below 0, and
// reports whether the name is found there afterwards.
func (n *names) put(at int, r Record, name string) (found bool, err error) {
	before := len(n.file.lines)
	if at < 0 {
		err = n.file.Append(r)
	} else {
		err = n.file.Replace(at, r)
	}
	switch f := n.file; {
	case err != nil:
		return false, err
	case f.format.After != nil || at >= 0 && (len(f.lines) != before || n.nameOf(f.lines[at]) != name):
		n.at = nil
	case at < 0:
		n.learn(before)
	}
	return n.last(name) >= 0, nil
}

// index keeps the names of the files that are read.
type index struct {
	mu    sync.Mutex
	files map[string]*names // by path
}

func (x *index) last(path string, file *File, nameOf func(Line) string, name string) int {
	x.mu.Lock()
	defer x.mu.Unlock()
	known := x.files[path]
	if known == nil || known.file != file {
		if x.files == nil {
			x.files = make(map[string]*names)
		}
		known = &names{file: file, nameOf: nameOf}
		x.files[path] = known
	}
	return known.last(name)
}
