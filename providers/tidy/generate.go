package tidy

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"ralsh/providers/internal/fnmatch"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// found is a file, with its entries if it is a directory.
type found struct {
	path string
	info host.Info
	kids []*found
	more bool // it has entries that are not among kids, because they are too deep
}

// generate declares the removal of each file, the deepest first, because a
// directory must be empty.
func generate(ctx context.Context, rd host.Reader, r *ral.Resource) ([]ral.Decl, error) {
	top, count, err := collect(ctx, rd, path.Clean(r.Name()), depth(r))
	if err != nil || top == nil {
		return nil, err
	}
	if most, err := strconv.Atoi(r.Get("max_files").Text()); err == nil && most > 0 && count > most {
		return nil, fmt.Errorf("The directory '%s' contains %d entries, which exceeds the limit of %d specified by the max_files parameter for this resource", r.Name(), count, most)
	}
	j := judge{r: r, now: rd.Now()}
	j.goes(top)
	slices.SortFunc(j.removed, func(a, b ral.Decl) int { return strings.Compare(b.Title, a.Title) })
	return j.removed, nil
}

// depth returns the maximum depth: 0 is only the path.
func depth(r *ral.Resource) int {
	switch text := r.Get("recurse").Text(); text {
	case "true", "inf":
		return 1 << 30
	default:
		n, _ := strconv.Atoi(text)
		return n
	}
}

// collect describes a path and everything below it. It returns nil if the path
// does not exist.
func collect(ctx context.Context, rd host.Reader, file string, deep int) (*found, int, error) {
	info, err := rd.Lstat(ctx, file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, 0, nil
	}
	if err != nil {
		return nil, 0, err
	}
	f, count := &found{path: file, info: info}, 1
	if !info.IsDir() {
		return f, count, nil
	}
	names, err := rd.ReadDir(ctx, file)
	if deep == 0 {
		f.more = err != nil || len(names) > 0
		return f, count, nil
	}
	if err != nil {
		return nil, 0, err
	}
	for _, name := range names {
		kid, n, err := collect(ctx, rd, path.Join(file, name), deep-1)
		if err != nil {
			return nil, 0, err
		}
		if kid != nil {
			f.kids, count = append(f.kids, kid), count+n
		}
		f.more = f.more || kid == nil
	}
	return f, count, nil
}

// judge decides which files are removed.
type judge struct {
	r       *ral.Resource
	now     time.Time
	removed []ral.Decl
}

// goes reports whether a file is removed, and declares its removal. A directory
// is only removed with all its entries.
func (j *judge) goes(f *found) bool {
	empty := !f.more
	for _, kid := range f.kids {
		empty = j.goes(kid) && empty
	}
	if f.info.IsDir() && (!empty || !j.r.True("rmdirs")) || j.r.Peer("file", f.path) != nil || !j.meant(f) {
		return false
	}
	d := ral.Decl{Type: "file", Title: f.path, Pos: j.r.Decl.Pos, Attrs: []ral.Attr{
		{Name: "ensure", Value: value.Absent()}, {Name: "backup", Value: j.backup()},
	}}
	if f.info.IsDir() {
		d.Attrs = append(d.Attrs, ral.Attr{Name: "force", Value: value.Bool(true)})
		for _, kid := range f.kids {
			d.Attrs = withRequire(d.Attrs, kid.path)
		}
	}
	for _, a := range j.r.Decl.Attrs {
		if known := j.r.Type.Attr(a.Name); known != nil && known.Kind == ral.Meta && a.Name != "alias" && a.Name != "require" {
			d.Attrs = append(d.Attrs, a)
		}
	}
	j.removed = append(j.removed, d)
	return true
}

func withRequire(attrs []ral.Attr, file string) []ral.Attr {
	ref := value.Ref("file", file)
	for i, a := range attrs {
		if a.Name == "require" {
			attrs[i].Value = value.ListOf(append(slices.Clone(a.Value.Elements()), ref)...)
			return attrs
		}
	}
	return append(attrs, ral.Attr{Name: "require", Value: ref})
}

func (j *judge) backup() value.Value {
	if v := j.r.Get("backup"); !v.IsNil() {
		return v
	}
	return value.Sym("false")
}

// meant reports whether a file matches the name, and the age or the size.
func (j *judge) meant(f *found) bool {
	var patterns []string
	for _, v := range j.r.Get("matches").Elements() {
		patterns = append(patterns, v.Text())
	}
	if patterns != nil && !fnmatch.Any(patterns, path.Base(f.path), true) {
		return false
	}
	age, aged := j.r.Get("age").Int()
	size, sized := j.r.Get("size").Int()
	old := aged && int64(j.now.Sub(j.time(f.info))/time.Second) >= age
	return old || sized && f.info.Size >= size || !aged && !sized
}

func (j *judge) time(info host.Info) time.Time {
	switch j.r.Get("type").Text() {
	case "mtime":
		return info.ModTime
	case "ctime":
		return info.ChangeTime
	}
	return info.AccessTime
}
