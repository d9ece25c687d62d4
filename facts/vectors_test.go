package facts_test

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/facts"
	"ralsh/ral/host/local"
	"ralsh/ral/raltest/vectors"
	"ralsh/ral/value"
)

// deviation is a field of a case that differs, CASE FIELD REASON.
type deviation struct {
	field, reason string
	used          bool
}

// Facter 4.3 recorded its results for small directories of external and custom
// facts; ours are compared with them. RALSH_VECTORS names another directory.
// Differences must be in deviations.txt with a reason.
func TestVector(t *testing.T) {
	dir := "testdata/vectors"
	if other := os.Getenv("RALSH_VECTORS"); other != "" {
		dir = other
	}
	files, err := vectors.Load(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	known := deviations(t)
	cases, fields, all := 0, 0, true
	for _, file := range files {
		if file.Area != "facts" {
			continue
		}
		for _, c := range file.Cases {
			name := strings.TrimPrefix(c.ID, "facts/")
			ran := false
			t.Run(name, func(t *testing.T) {
				ran = true
				cases++
				vectors.Guard(t, func() { fields += compare(t, c, known[name]) })
			})
			all = all && ran
		}
	}
	t.Logf("%d cases, %d fields compared, %d cases with a field that deviates", cases, fields, len(known))
	if cases == 0 || all && dir == "testdata/vectors" && unused(t, known) {
		t.Error("no cases, or a deviation that is none")
	}
}

func unused(t *testing.T, known map[string]*deviation) bool {
	left := false
	for name, d := range known {
		if !d.used {
			t.Errorf("deviations.txt: %s %s does not differ", name, d.field)
			left = true
		}
	}
	return left
}

func deviations(t *testing.T) map[string]*deviation {
	t.Helper()
	data, err := os.ReadFile("testdata/vectors/deviations.txt")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]*deviation{}
	for line := range strings.Lines(string(data)) {
		if parts := strings.SplitN(strings.TrimSpace(line), " ", 3); len(parts) == 3 && parts[0] != "#" {
			known[parts[0]] = &deviation{field: parts[1], reason: parts[2]}
		}
	}
	return known
}

func compare(t *testing.T, c vectors.Case, d *deviation) int {
	t.Helper()
	var got map[string]any
	switch c.When.Op {
	case "external":
		got = external(t, c)
	case "custom":
		got = custom(t, c)
	default:
		t.Fatalf("no such operation: %s", c.When.Op)
	}
	for field, want := range c.Then {
		have := plain(t, got[field])
		if field == "messages" && c.When.Op == "external" {
			// The messages are Facter's own; only their number is compared.
			want, have = count(want), count(have)
		}
		if reflect.DeepEqual(sorted(want), sorted(have)) {
			continue
		}
		if d != nil && (d.field == field || d.field == "*") {
			d.used = true
			t.Logf("%s deviates: %s", field, d.reason)
			continue
		}
		t.Errorf("%s (-want +got):\n%s", field, cmp.Diff(want, have))
	}
	return len(c.Then)
}

// count returns the length of a list, 0 for anything else.
func count(x any) int {
	list, _ := x.([]any)
	return len(list)
}

// plain returns x as encoding/json would read it.
func plain(t *testing.T, x any) any {
	data, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	var out any
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// sorted sorts the pairs of maps, because they have no order in Facter either.
func sorted(x any) any {
	switch x := x.(type) {
	case []any:
		out := make([]any, len(x))
		for i := range x {
			out[i] = sorted(x[i])
		}
		return out
	case map[string]any:
		out := map[string]any{}
		for k, v := range x {
			out[k] = sorted(v)
		}
		if pairs, ok := out["value"].([]any); ok && x["kind"] == "hash" {
			slices.SortFunc(pairs, func(a, b any) int { return strings.Compare(text(a), text(b)) })
		}
		return out
	}
	return x
}

func text(x any) string {
	data, err := json.Marshal(x)
	if err != nil {
		return err.Error()
	}
	return string(data)
}

// external writes the files into a directory and returns the external facts.
func external(t *testing.T, c vectors.Case) map[string]any {
	dir := filepath.Join(t.TempDir(), "facts.d")
	var in struct {
		Files []struct{ Path, Content, Mode string }
	}
	if err := errors.Join(json.Unmarshal(c.Raw.Given, &in), os.Mkdir(dir, 0o755)); err != nil {
		t.Fatal(err)
	}
	for _, f := range in.Files {
		mode := fs.FileMode(0o644)
		if f.Mode == "0755" {
			mode = 0o755
		}
		file := filepath.Join(dir, f.Path)
		err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o755), os.WriteFile(file, []byte(f.Content), mode), os.Chmod(file, mode))
		if err != nil {
			t.Fatal(err)
		}
	}
	f := facts.With(local.Machine().Reader(), facts.Options{ExternalDirs: []string{dir}})
	found := map[string]any{}
	for _, fact := range f.All(t.Context()) {
		if won, ok := fact.Winner(); ok && won.Kind == facts.External {
			found[fact.Name] = vectors.Encode(fact.Value)
		}
	}
	messages := []string{}
	for _, s := range f.Trouble(t.Context()) {
		messages = append(messages, s.Error())
	}
	return map[string]any{"facts": found, "messages": messages, "exit": 0}
}

// definition is one fact of a case.
type definition struct {
	Name        string
	Resolutions []struct {
		Name      string
		Weight    *int
		Value     *vectors.Tagged
		Command   string
		Aggregate string
		Raise     *struct{ Message string }
		Confine   []struct {
			Fact  string
			Value *vectors.Tagged
			Block *bool
		}
		Chunks []struct {
			Name    string
			Require []string
			Value   *vectors.Tagged
			Raise   *struct{ Message string }
		}
	}
}

// custom defines the facts of a case and reads them.
func custom(t *testing.T, c vectors.Case) map[string]any {
	var in struct {
		Facts []definition
		Known map[string]vectors.Tagged
	}
	var when struct{ Query []string }
	if err := errors.Join(json.Unmarshal(c.Raw.Given, &in), json.Unmarshal(c.Raw.When, &when)); err != nil {
		t.Fatal(err)
	}
	f := facts.With(local.Machine().Reader(), facts.Options{ExternalDirs: []string{t.TempDir()}})
	var defs []facts.Definition
	for _, name := range slices.Sorted(maps.Keys(in.Known)) {
		defs = append(defs, facts.Definition{Fact: name, Code: saying(in.Known[name].Value, nil)})
	}
	for _, d := range in.Facts {
		for i := range d.Resolutions {
			defs = append(defs, made(&d, i))
		}
	}
	if err := f.Define(defs...); err != nil {
		t.Fatal(err)
	}
	values, messages := map[string]any{}, []any{}
	for _, name := range when.Query {
		got, fact, _ := f.Ask(t.Context(), name)
		values[name] = vectors.Encode(got)
		for _, try := range fact.Tried {
			if try.Outcome != facts.Failure {
				continue
			}
			label := try.Name
			if label == "" {
				label = "<anonymous>"
			}
			messages = append(messages, []any{"error", "Error while resolving custom fact fact='" + fact.Name + "', resolution='" + label + "': " + try.Why})
		}
	}
	return map[string]any{"values": values, "messages": messages}
}

type code = func(context.Context, facts.Ask) (value.Value, error)

func saying(v value.Value, err error) code {
	return func(context.Context, facts.Ask) (value.Value, error) { return v, err }
}

func made(d *definition, i int) facts.Definition {
	r := d.Resolutions[i]
	out := facts.Definition{Fact: d.Name, Name: r.Name, Weight: r.Weight}
	for _, c := range r.Confine {
		out.Confine = append(out.Confine, confine(c.Fact, c.Value, c.Block))
	}
	for _, chunk := range r.Chunks {
		out.Chunks = append(out.Chunks, facts.Chunk{
			Name: chunk.Name, Require: chunk.Require,
			Code: func(context.Context, facts.Ask, []value.Value) (value.Value, error) {
				if chunk.Raise != nil {
					return value.Value{}, errors.New(chunk.Raise.Message)
				}
				return given(chunk.Value), nil
			},
		})
	}
	switch {
	case len(r.Chunks) > 0:
	case r.Command != "":
		out.Command = words(r.Command)
	case r.Raise != nil:
		out.Code = saying(value.Value{}, errors.New(r.Raise.Message))
	default:
		out.Code = saying(given(r.Value), nil)
	}
	if r.Aggregate == "sum" {
		out.Aggregate = sum
	}
	return out
}

func confine(fact string, want *vectors.Tagged, block *bool) facts.Confine {
	if block != nil {
		return facts.Confine{Check: func(context.Context, facts.Ask, value.Value) (bool, error) { return *block, nil }}
	}
	if want != nil && want.IsPattern {
		return facts.Confine{Fact: fact, Values: []facts.Match{facts.Matches(regexp.MustCompile(want.Pattern))}}
	}
	return facts.Confine{Fact: fact, Values: []facts.Match{facts.Is(given(want))}}
}

// given returns the value in a case, nil if there is none.
func given(v *vectors.Tagged) value.Value {
	if v == nil {
		return value.Value{}
	}
	return v.Value
}

// words splits the command of a case: a name and at most one quoted argument.
func words(command string) []string {
	name, arg, more := strings.Cut(command, " ")
	if !more {
		return []string{name}
	}
	return []string{name, strings.Trim(arg, "'")}
}

func sum(_ context.Context, _ facts.Ask, parts map[string]value.Value) (value.Value, error) {
	var total int64
	for _, part := range parts {
		n, _ := part.Int()
		total += n
	}
	return value.Int(total), nil
}
