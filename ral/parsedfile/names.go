package parsedfile

import "sync"

// names finds the last record of a name in a file. It builds a map after a few
// calls, because building it costs more than one search.
type names struct {
	file  *File
	asked int
	at    map[string]int // nil if not built or outdated
}

const fewQuestions = 4

func (n *names) last(name string) int {
	if n.at == nil && n.asked < fewQuestions {
		n.asked++
		for at := len(n.file.lines) - 1; at >= 0; at-- {
			if n.file.lines[at].name == name {
				return at
			}
		}
		return -1
	}
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
		if line.name != "" {
			n.at[line.name] = from + i
		}
	}
}

// put replaces the record at an index, or appends it if the index is negative,
// and reports whether the name is found there afterwards. A record with another
// name, "", is not searched.
func (n *names) put(at int, r Record, name string) (found bool, err error) {
	f, before := n.file, len(n.file.lines)
	if at < 0 {
		err = f.Append(r)
	} else {
		err = f.Replace(at, r)
	}
	switch {
	case err != nil:
		return false, err
	case name == "":
		n.at = nil
		return true, nil
	case f.format.After != nil || at >= 0 && (len(f.lines) != before || f.lines[at].name != name):
		n.at = nil
	case at >= 0:
		return true, nil
	case n.at != nil:
		n.learn(before)
	}
	return n.last(name) >= 0, nil
}

func (n *names) remove(gone map[string]bool) {
	if len(gone) > 0 {
		n.file.removeAll(func(line Line) bool { return gone[line.name] })
		n.at = nil
	}
}

// index caches the names of the files that were read.
type index struct {
	mu    sync.Mutex
	files map[string]*names // by path
}

func (x *index) last(path string, file *File, name string) int {
	x.mu.Lock()
	defer x.mu.Unlock()
	known := x.files[path]
	if known == nil || known.file != file {
		if x.files == nil {
			x.files = make(map[string]*names)
		}
		known = &names{file: file}
		x.files[path] = known
	}
	return known.last(name)
}
