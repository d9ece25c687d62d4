package e2e_test

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/model/export"
	"ralsh/ral/raltest/real"
)

// held is a listing of ralsh with the same listing of another tool.
type held struct {
	ours   string // arguments of ralsh resource
	theirs []string
	// read converts a line of the tool, and show an instance, to comparable text; ""
	// omits it.
	read func(line string) string
	show func(in export.Instance) string
}

// shell runs a command in a root or a machine and returns its output.
type shell func(argv ...string) (stdout string, err error)

// compareAll lists with ralsh and with each tool, and compares the sorted lines.
func compareAll(t *testing.T, run shell, all []held) {
	t.Helper()
	for _, b := range all {
		t.Run(strings.Join(b.theirs, ", "), func(t *testing.T) {
			var want []string
			for _, tool := range b.theirs {
				want = append(want, linesOf(t, run, words(tool), b.read)...)
			}
			got := instancesOf(t, run, b.ours, b.show)
			want = inOrder(want)
			if len(want) == 0 {
				t.Fatal("the tool lists nothing")
			}
			if diff := cmp.Diff(want, inOrder(got)); diff != "" {
				t.Errorf("the tool's (-) and ours (+):\n%s", diff)
			}
			t.Logf("%d are the same", len(want))
		})
	}
}

func linesOf(t *testing.T, run shell, argv []string, read func(string) string) []string {
	t.Helper()
	out, err := run(argv...)
	if err != nil {
		t.Fatalf("%v: %v", argv, err)
	}
	var list []string
	for line := range strings.Lines(out) {
		list = append(list, read(strings.TrimRight(line, "\n")))
	}
	return list
}

func instancesOf(t *testing.T, run shell, args string, show func(export.Instance) string) []string {
	t.Helper()
	out, err := run(words(program, "resource", args, "-o json")...)
	if err != nil {
		t.Fatalf("ralsh resource %s: %v", args, err)
	}
	var listing struct{ Instances []export.Instance }
	if err := json.Unmarshal([]byte(out), &listing); err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, in := range listing.Instances {
		list = append(list, show(in))
	}
	return list
}

// inOrder sorts a list, and removes empty and repeated lines.
func inOrder(list []string) []string {
	slices.Sort(list)
	return slices.DeleteFunc(slices.Compact(list), func(s string) bool { return s == "" })
}

// with returns a function that joins the name of an instance and its properties with
// mark.
func with(mark string, properties ...string) func(export.Instance) string {
	return func(in export.Instance) string {
		parts := []string{in.Title}
		for _, p := range properties {
			parts = append(parts, plain(in.Properties[p]))
		}
		return strings.Join(parts, mark)
	}
}

// plain returns a value as a file contains it: lists with commas, "" for an absent
// value.
func plain(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case []any:
		var parts []string
		for _, item := range v {
			parts = append(parts, plain(item))
		}
		return strings.Join(parts, ",")
	case float64:
		return fmt.Sprint(int64(v))
	}
	if text := fmt.Sprint(v); text != "absent" {
		return text
	}
	return ""
}

// fields returns the words of a line, separated by one blank.
func fields(line string) string { return strings.Join(strings.Fields(line), " ") }

// inRoot returns a shell that enters a root for each command.
func inRoot(t *testing.T, root string) shell {
	t.Helper()
	withProgram(t)(root)
	return func(argv ...string) (string, error) {
		out, err := real.Enter(root, argv...).Output()
		if exit, ok := err.(*exec.ExitError); ok {
			err = fmt.Errorf("%w: %s", err, exit.Stderr)
		}
		return string(out), err
	}
}
