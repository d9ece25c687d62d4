package parsedfile

import "sync"

// names finds the records with a name in a file. It builds a map after a few calls,
// because building it costs more than a single search.
type names struct {
	file  *File
	mu    sync.Mutex
	reads int
	at    map[string]int   // the last record; nil if not built or outdated
	all   map[string][]int // all records of each name that several have

	// The records by the text of a field; nil if not built or outdated.
	field  string
	fields map[string][]int

	// Of several edits that are made together: the names that were appended since
	// the last call of Format.After, and the number of lines before them.
	appended map[string]bool
	sure     int
}

const fewQuestions = 4

// last returns the index of the last record with a name, or -1.
func (n *names) last(name string) int {
	all := n.lines(name)
	if len(all) == 0 {
		return -1
	}
	return all[len(all)-1]
}

// lines returns the indexes of all records of a name, in order.
func (n *names) lines(name string) (all []int) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.at == nil && n.reads < fewQuestions {
		n.reads++
		for at, line := range n.file.lines {
			if line.name == name && name != "" {
				all = append(all, at)
			}
		}
		return all
	}
	if n.at == nil {
		n.at, n.all = make(map[string]int, len(n.file.lines)), make(map[string][]int)
		n.learn(0)
	}
	if all := n.all[name]; all != nil {
		return all
	}
	if at, ok := n.at[name]; ok {
		return []int{at}
	}
	return nil
}

func (n *names) learn(from int) {
	for i, line := range n.file.lines[from:] {
		if line.name == "" {
			continue
		}
		if first, twice := n.at[line.name]; twice {
			if n.all[line.name] == nil {
				n.all[line.name] = []int{first}
			}
			n.all[line.name] = append(n.all[line.name], from+i)
		}
		n.at[line.name] = from + i
	}
}

// outdated drops the maps after a change of the records.
func (n *names) outdated() { n.at, n.fields = nil, nil }

// with returns the indexes of the records whose field has a text, in order.
func (n *names) with(field, text string) []int {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.fields == nil || n.field != field {
		n.field, n.fields = field, make(map[string][]int)
		for at, line := range n.file.lines {
			if line.name != "" {
				is := line.Record.Text(field)
				n.fields[is] = append(n.fields[is], at)
			}
		}
	}
	return n.fields[text]
}

// put replaces the record at an index, or appends it if the index is negative, and
// reports whether the name is found there afterwards. It does not search if the name is
// "".
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
	case f.late:
		n.appended[name] = true
		return true, nil // settle looks for it
	}
	n.fields = nil
	switch {
	case name == "":
		n.outdated()
		return true, nil
	case f.format.After != nil || at >= 0 && (len(f.lines) != before || f.lines[at].name != name):
		n.outdated()
	case at >= 0:
		return true, nil
	case n.at != nil:
		n.learn(before)
	}
	return n.last(name) >= 0, nil
}

// together begins edits that are made together: Format.After looks at the whole file,
// so it is called once for all records that are appended.
func (n *names) together() {
	n.file.late, n.appended, n.sure = true, make(map[string]bool), len(n.file.lines)
}

// settle ends them, and reports whether each appended record is found.
func (n *names) settle() bool {
	if !n.file.late {
		return true
	}
	n.file.late = false
	if len(n.appended) > 0 {
		n.file.after()
		n.outdated()
	}
	for name := range n.appended {
		if n.last(name) < 0 {
			return false
		}
	}
	return true
}

// settled returns the lines that Format.After has seen.
func (n *names) settled() []Line {
	if n.file.late {
		return n.file.lines[:n.sure]
	}
	return n.file.lines
}

func (n *names) remove(gone map[string]bool) {
	if len(gone) > 0 {
		n.file.removeAll(func(line Line) bool { return gone[line.name] })
		n.outdated()
	}
}

// names returns the names of a file that was read.
func (b *Behaviour) names(path string, file *File) *names {
	return b.index.Of(path, file, func() *names { return &names{file: file} })
}
