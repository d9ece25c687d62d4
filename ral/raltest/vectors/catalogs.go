package vectors

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/manifest"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest/puppetlog"
	"ralsh/ral/transaction"
)

// tmp replaces the directory in which a case was recorded.
const tmp = "/case"

// Catalogs runs compiled catalogs of Puppet with the types of reg. It compares the
// order, the messages, and the results for each resource and file. It does not
// compare the catalog itself and the messages of the compiler. The order contains
// only resources, because containers are not steps of a run.
func Catalogs(reg *ral.Registry) Area {
	return func(t *testing.T, c Case) map[string]any {
		var then struct {
			Catalog         json.RawMessage
			CompileMessages []string `json:"compile_messages"`
			Evaluated       []string
			Messages        [][]string
			Exit            int
			ReportStatus    string `json:"report_status"`
			Statuses, Files map[string]any
		}
		if err := json.Unmarshal([]byte(here(string(c.Raw.Then))), &then); err != nil {
			t.Fatal(err)
		}
		want := map[string]any{
			"exit": then.Exit, "report_status": then.ReportStatus, "statuses": then.Statuses, "files": then.Files,
		}
		want["evaluated"] = slices.DeleteFunc(then.Evaluated, func(source string) bool { return source[0] != '/' })
		want["messages"] = slices.DeleteFunc(then.Messages, func(m []string) bool {
			return slices.ContainsFunc(then.CompileMessages, func(line string) bool { return strings.Contains(line, m[2]) })
		})
		clear(c.Then)
		maps.Copy(c.Then, through(t, want).(map[string]any))
		in, err := manifest.Read("catalog.json", then.Catalog)
		if err != nil {
			t.Fatal(err)
		}
		fake := withCommands(fakehost.New(map[string]string{tmp + "/t/": ""}))
		addFiles(fake, tmp, c.Given.Files)
		return c.When.eachRun(func(int) map[string]any {
			return appliedCatalog(t, onhost.NewEnv(reg, fake.Reader(), nil), in.Decls(reg), fake, c.When.Noop)
		})
	}
}

func here(text string) string { return strings.ReplaceAll(text, "<TMP>", tmp) }

func appliedCatalog(t *testing.T, env *onhost.Env, decls []ral.Decl, fake *fakehost.Host, noop bool) map[string]any {
	var log puppetlog.Log
	rep, err := transaction.Run(t.Context(), env, decls, fake.Writer(), transaction.Options{Noop: noop, Emit: log.Take})
	got := map[string]any{"exit": rep.ExitStatus(true), "report_status": rep.Status(), "files": below(t, fake, tmp+"/t")}
	if err != nil {
		message, lines := puppetlog.CannotRun(err)
		log.Lines = append(log.Lines, lines...)
		log.Lines = append(log.Lines, puppetlog.Line{Level: "err", Source: "Puppet", Message: "Failed to apply catalog: " + message})
		got["exit"] = 1
	}
	messages := [][]string{}
	for _, l := range log.Lines {
		messages = append(messages, []string{l.Level, l.Source, l.Message})
	}
	evaluated, statuses := []string{}, map[string]any{}
	for _, s := range rep.Steps {
		if s.Decl.Container {
			continue
		}
		if err == nil {
			evaluated = append(evaluated, puppetlog.Path(s))
		}
		n := s.Tally()
		statuses[s.Ref()] = map[string]any{
			"changed": n.Changes > 0, "out_of_sync": n.OutOfSync > 0, "failed": n.Failed, "skipped": n.Skipped,
			"containment_path": puppetlog.Containment(s), "tags": slices.Sorted(slices.Values(s.Decl.Tags)),
		}
	}
	got["messages"], got["evaluated"], got["statuses"] = messages, evaluated, statuses
	return got
}

// below returns the entries below a directory, at any depth.
func below(t *testing.T, fake *fakehost.Host, dir string) map[string]any {
	all := map[string]any{}
	rd := fake.Reader()
	names, err := rd.ReadDir(t.Context(), dir)
	for _, name := range names {
		at := path.Join(dir, name)
		info, failed := rd.Lstat(t.Context(), at)
		err = errors.Join(err, failed)
		mode := fmt.Sprintf("%04o", info.Mode.Perm())
		switch {
		case info.Mode.IsDir():
			all[at] = map[string]any{"dir": true, "mode": mode}
			for inner, is := range below(t, fake, at) {
				all[inner] = is
			}
		case info.Mode&fs.ModeSymlink != 0:
			target, failed := rd.ReadLink(t.Context(), at)
			err = errors.Join(err, failed)
			all[at] = map[string]any{"link": target}
		default:
			all[at] = map[string]any{"content": fake.Content(at), "mode": mode}
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return all
}
