package modules

import (
	"encoding/json"
	"errors"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// versionPattern matches a semantic version, as required in metadata.json.
const versionPattern = `^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$`

// metadata checks that metadata.json contains the data that users need to find the
// module. Invalid JSON was already reported.
func (c *checker) metadata(m *Module) {
	file := path.Join(m.Path, "metadata.json")
	text, err := c.rd.ReadFile(c.ctx, file)
	if errors.Is(err, fs.ErrNotExist) {
		c.remark(file, "the file is missing: it contains the name, version and summary of the module")
		return
	}
	var meta struct{ Name, Version, Summary, Author string }
	if err != nil || json.Unmarshal(text, &meta) != nil {
		return
	}
	author, short, ok := strings.Cut(strings.ReplaceAll(meta.Name, "/", "-"), "-")
	if !ok || author == "" || short != path.Base(m.Path) {
		c.remark(at(file, text, "name"), "invalid name %q: expected AUTHOR-%s", meta.Name, path.Base(m.Path))
	}
	if !regexp.MustCompile(versionPattern).MatchString(meta.Version) {
		c.remark(at(file, text, "version"), "invalid version %q: expected a semantic version (example: 1.0.0)", meta.Version)
	}
	if meta.Summary == "" {
		c.remark(at(file, text, "summary"), "the summary is missing")
	}
}

// at returns the position of a key in a JSON text, or of the file if the key is missing.
func at(file string, text []byte, key string) string {
	i := strings.Index(string(text), `"`+key+`"`)
	if i < 0 {
		return file + ":1:1"
	}
	return place(file, text, i)
}

// strays reports files that look like plugins but are in the wrong directory.
func (c *checker) strays(m *Module) {
	c.walk(m, "", 0)
	for _, p := range m.Plugins {
		if p.State == PassedOver {
			c.remark(p.File, "the file defines no fact: %s", p.Err)
		}
	}
}

func (c *checker) walk(m *Module, rel string, depth int) {
	names, err := c.rd.ReadDir(c.ctx, path.Join(m.Path, rel))
	if err != nil || depth > maxDepth {
		return // its relevant contents were already reported
	}
	for _, name := range names {
		if c.seen++; c.seen > maxPlugins {
			return
		}
		at := path.Join(rel, name)
		info, err := c.rd.Lstat(c.ctx, path.Join(m.Path, at))
		switch {
		case strings.HasPrefix(name, ".") || err != nil:
		case info.IsDir():
			c.walk(m, at, depth+1)
		default:
			c.stray(m, at)
		}
	}
}

func (c *checker) stray(m *Module, rel string) {
	kind, _ := classify(rel)
	inLib := strings.HasPrefix(rel, "lib/ral/")
	if kind.runs() || !inLib && path.Ext(rel) != ".star" || path.Dir(rel) == testDir {
		return
	}
	c.remark(path.Join(m.Path, rel), "ralsh does not load this file: plugins are lib/ral/type/TYPE.star, lib/ral/provider/TYPE/NAME.star, "+
		"lib/ral/fact/*.star, lib/ral/feature/NAME.star, lib/ral/function/NAME.star, lib/ral/face/NAME.star")
}
