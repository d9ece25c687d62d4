package manifest

import (
	"bytes"
	"path"

	"ralsh/ral"
	"ralsh/ral/lazyre"
)

// Input is what was read: declarations in the order in which they stand.
type Input struct {
	Items []Item
	// Classes are the names of the classes of a compiled catalog.
	Classes []string
	// Elements are the places of the elements of lists, by the place of their
	// attribute; of code that was read with ReadPart.
	Elements map[string][]string
	// Truncated says, after a mistake, that more may have been declared than was read.
	Truncated bool
}

// Item is one declaration with its place in the catalog.
type Item struct {
	Decl ral.Decl
	// Container says that this is a class, a stage or a defined type: it holds
	// others and manages nothing (semantics.md C10).
	Container bool
	// Holds says that others name this one as their container, in a catalog that
	// does not tell its kind. It is a container if no type is called so; a
	// resource holds nothing, whatever the edges say, as in Puppet.
	Holds      bool
	In         string   // what contains it, as Type[title]; "" for nothing
	AlsoIn     []string // what else contains it
	Tags       []string // of a catalog, beside those of the attribute tag
	Incomplete bool     // it has a mistake: some of its attributes are left out
}

// Kind is the form of an input.
type Kind string

// The forms that Read takes.
const (
	Catalog      Kind = "catalog" // a compiled catalog as JSON (semantics.md C1)
	YAMLDocument Kind = "yaml"    // Puppet's map, or a list of resources
	Code         Kind = "puppet"  // resource declarations in Puppet's syntax
)

// Read reads declarations of any form. The form follows from the end of the name,
// .json, .yaml, .yml or .pp, else by the content. Every declaration and
// attribute carries its place as name:line:column. The error is ral.Diags: all
// the mistakes of reading, each with its place; beside it the input is what could
// be read, for what else is wrong with it, and is nil when nothing could.
func Read(name string, data []byte) (*Input, error) { return read(name, data, false) }

// ReadPart is Read for a part of what is wanted: a relationship may lead to a
// resource that is not declared in it.
func ReadPart(name string, data []byte) (*Input, error) { return read(name, data, true) }

func read(name string, data []byte, part bool) (*Input, error) {
	src := newSource(name, data)
	if len(data) > MaxInput {
		return nil, src.fatal(src.at, "the input is larger than %d MiB", MaxInput>>20)
	}
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return nil, src.fatal(src.place(i), "a NUL byte stands here; this is no text")
	}
	c := newCollector(src)
	c.part = part
	var err error
	switch KindOf(name, data) {
	case Catalog:
		err = c.json()
	case YAMLDocument:
		err = c.yaml()
	default:
		err = c.code()
	}
	c.lost = c.lost || err != nil
	if len(c.in.Items) == 0 && len(src.bad) == 0 {
		return nil, src.fatal(place{1, 1}, "no resource is declared here")
	}
	return c.finish()
}

// KindOf returns the form of an input by its name, else by its content.
func KindOf(name string, data []byte) Kind {
	switch path.Ext(name) {
	case ".json":
		return Catalog
	case ".yaml", ".yml":
		return YAMLDocument
	case ".pp":
		return Code
	}
	return kindOfContent(data[preface(data):])
}

// preface is the length of what precedes the content: a byte order mark,
// and the lines that puppet catalog compile prints before the catalog.
func preface(data []byte) int {
	at := 0
	if bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) {
		at = 3
	}
	for {
		end := bytes.IndexByte(data[at:], '\n')
		if end < 0 || end > 400 || !notice.MatchString(string(data[at:at+end])) {
			return at
		}
		at += end + 1
	}
}

var notice = lazyre.New(`^(\x1b\[[0-9;]*m)*(Notice|Info|Warning): `)
