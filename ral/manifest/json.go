package manifest

import (
	"bytes"
	"slices"

	"ralsh/ral/value"
)

// jsonReader reads a JSON document into nodes (RFC 8259). The standard library gives no
// positions and copies values that are then rejected.
type jsonReader struct {
	src   *source
	i     int
	names map[string]string
	// The members that are being read, innermost last: each list is allocated
	// at its final length, in a chunk.
	keys, items []node
	chunk       []node
	// later is the key of the document whose list is skipped and read by each
	// afterwards: nodes of all resources would take more space than the rest.
	later     string
	arguments passedList
	outer     string // key of the document whose value is read
}

// readJSON reads a document without the list of the key later.
func readJSON(src *source, from int, later string) (*node, *jsonReader, error) {
	r := &jsonReader{src: src, i: from, names: make(map[string]string), later: later}
	n, err := r.document()
	return n, r, err
}

func (r *jsonReader) document() (*node, error) {
	src := r.src
	if r.blank(); r.i == len(src.data) {
		return nil, src.fatal(src.place(r.i), "the document is empty: no resource is declared")
	}
	n, err := r.value(0)
	if err != nil {
		return nil, err
	}
	if r.blank(); r.i < len(src.data) {
		return nil, src.fatal(src.place(r.i), "unexpected text after the end of the JSON document: %s", excerpt(string(r.rest(20))))
	}
	return &n, nil
}

func (r *jsonReader) blank() {
	for r.i < len(r.src.data) && bytes.IndexByte([]byte(" \t\r\n"), r.src.data[r.i]) >= 0 {
		r.i++
	}
}

func (r *jsonReader) rest(n int) []byte { return r.src.data[r.i:min(r.i+n, len(r.src.data))] }

func (r *jsonReader) peek() byte {
	if r.blank(); r.i < len(r.src.data) {
		return r.src.data[r.i]
	}
	return 0
}

func (r *jsonReader) value(depth int) (node, error) {
	c := r.peek()
	at := r.src.place(r.i)
	switch {
	case depth > maxDepth:
		return node{}, r.src.fatal(at, "lists and maps are nested deeper than %d levels", maxDepth)
	case c == 0:
		return node{}, r.cut()
	case c == '{':
		return r.object(at, depth)
	case c == '[':
		return r.array(at, depth)
	case c == '"':
		text, err := r.text(at)
		return node{at: at, kind: value.String, scalar: value.Str(text)}, err
	case c == '-' || c >= '0' && c <= '9':
		return r.number(at)
	}
	for _, word := range []struct {
		text string
		v    value.Value
	}{{"true", value.Bool(true)}, {"false", value.Bool(false)}, {"null", value.Value{}}} {
		if bytes.HasPrefix(r.src.data[r.i:], []byte(word.text)) {
			r.i += len(word.text)
			return node{at: at, kind: word.v.Kind(), scalar: word.v}, nil
		}
	}
	return node{}, r.src.fatal(at, "invalid JSON: %s", excerpt(string(r.rest(20))))
}

func (r *jsonReader) cut() error {
	return r.src.fatal(r.src.place(len(r.src.data)), "the JSON document is incomplete: it ends here")
}

func (r *jsonReader) array(at place, depth int) (node, error) {
	n := node{at: at, kind: value.List}
	first := len(r.items)
	r.i++
	for {
		if r.peek() == ']' && len(r.items) == first {
			r.i++
			return n, nil
		}
		item, err := r.value(depth + 1)
		if err != nil {
			return n, err
		}
		r.items = append(r.items, item)
		if done, err := r.next(']'); done || err != nil {
			n.items = r.taken(&r.items, first)
			return n, err
		}
	}
}

func (r *jsonReader) next(end byte) (done bool, err error) {
	switch c := r.peek(); c {
	case ',':
		r.i++
		return false, nil
	case end:
		r.i++
		return true, nil
	case 0:
		return false, r.cut()
	}
	return false, r.src.fatal(r.src.place(r.i), "a comma or \"%c\" is missing before %s", end, excerpt(string(r.rest(20))))
}

func (r *jsonReader) object(at place, depth int) (node, error) {
	n := node{at: at, kind: value.Map}
	firstKey, first := len(r.keys), len(r.items)
	r.i++
	var seen keySet
	for {
		c := r.peek()
		at := r.src.place(r.i)
		switch {
		case c == '}' && len(r.keys) == firstKey:
			r.i++
			return n, nil
		case c == 0:
			return n, r.cut()
		case c != '"':
			return n, r.src.fatal(at, "a key in double quotes is missing before %s", excerpt(string(r.rest(20))))
		}
		key, err := r.key(at)
		if err != nil {
			return n, err
		}
		if !seen.add(key) {
			r.src.refuse(at, "the map contains the key %s twice", excerpt(key))
		}
		if c := r.peek(); c == 0 {
			return n, r.cut()
		} else if c != ':' {
			return n, r.src.fatal(r.src.place(r.i), "a colon is missing after the key %s", excerpt(key))
		}
		r.i++
		item, err := r.member(key, depth)
		if err != nil {
			return n, err
		}
		r.keys = append(r.keys, node{at: at, kind: value.String, scalar: value.Str(key)})
		r.items = append(r.items, item)
		if done, err := r.next('}'); done || err != nil {
			n.keys, n.items = r.taken(&r.keys, firstKey), r.taken(&r.items, first)
			return n, err
		}
	}
}

// member reads the value of a key.
func (r *jsonReader) member(key string, depth int) (node, error) {
	if depth == 0 {
		r.outer = key
	}
	wrapped := depth == 1 && r.arguments.from == 0 && slices.Contains(wrappers, r.outer)
	if key != r.later || depth > 0 && !wrapped || r.peek() != '[' {
		return r.value(depth + 1)
	}
	return r.pass()
}

// key reads a key. It stores each key once, however many resources have it.
func (r *jsonReader) key(at place) (string, error) {
	raw, plain, err := r.quoted(at)
	if err != nil {
		return "", err
	}
	if known, ok := r.names[string(raw[1:len(raw)-1])]; ok && plain {
		return known, nil
	}
	key, err := r.unquoted(at, raw, plain)
	r.names[key] = key
	return key, err
}
