package manifest

import (
	"bytes"
	"path"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// Input holds the declarations of an input, in order.
type Input struct {
	Items []Item
	// Compiled means that this is a compiled catalog: Puppet has accepted its
	// types, attributes and values.
	Compiled bool
	// Classes lists the classes of a compiled catalog.
	Classes []string
	// Elements maps the position of an attribute to the positions of its list elements.
	// Only ReadPart sets it, for code.
	Elements map[string][]string
	// Language means that the code needs an evaluator of the Puppet language, which
	// Read is not: its errors name where.
	Language bool
	// Code means that this was read from code in the Puppet language.
	Code bool
	// Truncated is set if an error stopped the parser, so that declarations may
	// be missing.
	Truncated bool
}

// Item is a declaration with its containment.
type Item struct {
	Decl ral.Decl
	// Container means that the item is a class, a stage or a defined type: it contains
	// resources and manages nothing (semantics.md C10).
	Container bool
	// Holds means that resources name this item as their container, in a catalog that
	// does not have its kind. It is a container if it has no type; a resource contains
	// nothing, whatever the edges, as in Puppet.
	Holds      bool
	In         string   // the container, as Type[title]; "" if there is none
	AlsoIn     []string // its other containers
	Tags       []string // of a catalog, in addition to the attribute tag
	Incomplete bool     // some of its attributes are missing because of errors
}

// Kind is the form of an input.
type Kind string

// The forms that Read accepts.
const (
	Catalog      Kind = "catalog" // a compiled catalog as JSON (semantics.md C1)
	YAMLDocument Kind = "yaml"    // Puppet's map, or a list of resources
	Code         Kind = "puppet"  // resource declarations in Puppet's syntax
)

// Read reads declarations of any form. The suffix of the name (.json, .yaml, .yml or
// .pp) determines the form, otherwise the content. Every declaration and attribute has
// its position as name:line:column. The error is ral.Diags with all syntax errors; the
// Input then contains the readable declarations for further checks, or is nil. Code
// without declarations is valid, as in Puppet.
func Read(name string, data []byte) (*Input, error) { return read(name, data, false) }

// ReadPart is Read for a part of the declarations: a relationship may lead to a
// resource that it does not contain.
func ReadPart(name string, data []byte) (*Input, error) { return read(name, data, true) }

// ReadCompiled is Read for the catalog of a manifest. Positions are positions in the
// manifest, as the catalog names them; name is the name of the manifest.
func ReadCompiled(name string, catalog []byte) (*Input, error) {
	src := newSource(name, catalog)
	c := newCollector(src)
	c.compiled = true
	if err := c.json(); err != nil {
		return nil, err
	}
	return c.finish()
}

func read(name string, data []byte, part bool) (*Input, error) {
	src := newSource(name, data)
	if len(data) > MaxInput {
		return nil, src.fatal(src.at, "the input is larger than %d MiB", MaxInput>>20)
	}
	if i := bytes.IndexByte(data, 0); i >= 0 {
		return nil, src.fatal(src.place(i), "a NUL byte: the input is not text")
	}
	c := newCollector(src)
	c.part = part
	var err error
	kind := KindOf(name, data)
	switch kind {
	case Catalog:
		err = c.json()
	case YAMLDocument:
		err = c.yaml()
	default:
		err = c.code()
	}
	c.lost = c.lost || err != nil
	c.in.Language, c.in.Code = src.language, kind == Code
	return c.finish()
}

// KindOf returns the form of an input by its name, otherwise by its content.
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

// preface returns the length of the text before the content: a byte order mark, and the
// lines that puppet catalog compile prints before the catalog.
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

// ParseValue parses a value that a user types: in JSON, or in Puppet's syntax, without
// code that needs an evaluator. The error is about Puppet's syntax.
func ParseValue(text string) (value.Value, error) {
	src := newSource("", []byte(text))
	if n, _, err := readJSON(src, 0, ""); err == nil {
		v := newCollector(src).value(n)
		if len(src.bad) == 0 {
			return v, nil
		}
	}
	src = newSource("", []byte(text))
	p := &codeParser{c: newCollector(src), lex: lexer{src: src}}
	v, err := p.one()
	if err == nil && len(src.bad) > 0 {
		err = src.bad[0]
	}
	return v, err
}
