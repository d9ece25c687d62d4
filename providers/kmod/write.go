package kmod

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/parsedfile"
)

// Flush writes the collected changes, and loads the module.
func (m *modules) Flush(ctx context.Context, wr host.Writer, r *ral.Resource) error {
	for _, p := range r.Pending {
		var desired []string
		switch {
		case p.Attr == "load" && p.Value.Text() == "true":
			desired = []string{r.Name()}
		case p.Attr == "blacklist" && p.Value.Text() == "true":
			desired = []string{"blacklist", r.Name()}
		case p.Attr == "options" && len(p.Value.Elements()) > 0:
			desired = []string{"options", r.Name()}
			for _, el := range p.Value.Elements() {
				desired = append(desired, el.Text())
			}
		}
		if err := m.say(ctx, wr, p.Attr, r.Name(), desired); err != nil {
			return err
		}
	}
	if _, asked := r.Pending.Get("load"); asked && loadsNow(r) {
		return wr.Run(ctx, host.Command{Name: "modprobe", Args: []string{r.Name()}})
	}
	return nil
}

// say writes the only line with this verb and module. Without wanted it removes all their
// lines.
func (m *modules) say(ctx context.Context, wr host.Writer, verb, module string, desired []string) error {
	list, err := m.of(ctx, wr.Reader(), module)
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(f found) bool { return !f.is(verb, module) })
	for _, f := range list {
		if len(desired) > 0 && verb != "options" {
			return nil
		}
		if !f.own() {
			return fmt.Errorf("cannot change %s: the file belongs to a package (create a file with the same name in /etc/%s, which replaces it)", f.place(), dirOf(verb))
		}
	}
	file := "/etc/" + dirOf(verb) + "/" + module + ".conf"
	if len(list) > 0 {
		file = list[0].file
	}
	for _, f := range list {
		if f.file != file || len(desired) == 0 {
			if err := m.edit(ctx, wr, f.file, verb, module, nil); err != nil {
				return err
			}
		}
	}
	if len(desired) == 0 {
		return nil
	}
	return m.edit(ctx, wr, file, verb, module, desired)
}

// edit changes a file: it rewrites the first matching line and removes the other lines.
func (m *modules) edit(ctx context.Context, wr host.Writer, file, verb, module string, desired []string) error {
	return m.store.Edit(ctx, wr, file, func(f *parsedfile.File) error {
		if len(desired) == 0 {
			without(f, verb, module)
			return nil
		}
		line := parsedfile.Record{Type: "line", Line: strings.Join(desired, " ")}
		at := slices.IndexFunc(statements(f, verb == "load"), func(s statement) bool { return s.is(verb, module) })
		if at < 0 {
			return f.Append(line)
		}
		first := statements(f, verb == "load")[at]
		for i := first.end - 1; i > first.at; i-- {
			f.Remove(i)
		}
		if err := f.Replace(first.at, line); err != nil {
			return err
		}
		for _, s := range slices.Backward(statements(f, verb == "load")[at+1:]) {
			for i := s.end - 1; i >= s.at && s.is(verb, module); i-- {
				f.Remove(i)
			}
		}
		return nil
	})
}
