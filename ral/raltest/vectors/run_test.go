package vectors_test

import (
	"testing"
	"testing/fstest"

	"ralsh/ral/raltest/vectors"
)

// failing is a test that only counts errors.
type failing struct {
	testing.TB
	errors int
}

func (f *failing) Helper()               {}
func (f *failing) Errorf(string, ...any) { f.errors++ }

// A case that panics fails, and the next one is still run.
func TestGuard(t *testing.T) {
	f, ran := &failing{TB: t}, 0
	for _, broken := range []any{"text", nil, &vectors.Raise{}} {
		vectors.Guard(f, func() {
			if ran++; broken != nil {
				panic(broken)
			}
		})
	}
	if ran != 3 || f.errors != 2 {
		t.Errorf("%d cases ran, %d failed", ran, f.errors)
	}
}

// widget and listed are types with an in-memory provider, in direct style without a
// setter of size, and in hash style.
const (
	attributes = `"attributes": [{"name": "ensure", "role": "ensure"}, {"name": "name", "role": "param", "namevar": "by-name"},
		{"name": "color", "role": "property"}, {"name": "size", "role": "property"}]`
	widget = `{"type": "widget", ` + attributes + `, "providers": [{"name": "mem", "memory": {"style": "direct", "no_setter": ["size"]}}]}`
	listed = `{"type": "widget", ` + attributes + `, "providers": [{"name": "mem", "memory": {"style": "hash", "flush": true}}]}`
	red    = `"store": {"mem": {"a": {"color": {"kind": "string", "value": "red"}}}}`
	big    = `{"kind": "integer", "value": 1180591620717411303424}`
)

// The runner supports the options of a case: a noop run (semantics.md C24, L23),
// several runs, a property without a setter (L20), integers of any size, and existing
// files.
func TestRunnerDoesWhatTheCaseSays(t *testing.T) {
	vectors.Run(t, fstest.MapFS{
		"manifest_output.json": {Data: []byte(`{"cases": [
			{"id": "manifest_output/noop", "given": {"type": ` + listed + `, ` + red + `},
			 "when": {"op": "resource_tool", "args": ["widget", "a", "color=blue", "--noop"]},
			 "then": {"stdout": "widget { 'a':\n  ensure   => 'present',\n  color    => 'red',\n  provider => 'mem',\n}\n", ` + red + `,
				"logs": [{"level": "notice", "source": "/Widget[a]/color", "message": "current_value 'red', should be 'blue' (noop)"}]}},
			{"id": "manifest_output/no-type", "given": {"type": ` + listed + `}, "when": {"op": "resource_tool", "args": []},
			 "then": {"stdout": "", "calls": [], "error": {"message": "You must specify the type to display"}}}]}`)},
		"transaction.json": {Data: []byte(`{"cases": [
			{"id": "transaction/no-setter", "given": {"types": [` + widget + `], ` + red + `, "catalog": [
				{"type": "widget", "title": "a", "params": {"color": ` + big + `, "size": {"kind": "integer", "value": 2}}}]},
			 "when": {"op": "apply"},
			 "then": {"calls": [["exists?", "a"], ["get color", "a"], ["get size", "a"], ["set color", "a", ` + big + `]],
				"store": {"mem": {"a": {"color": ` + big + `}}}, "report_status": "failed", "logs": [
				{"level": "notice", "source": "/Widget[a]/color", "message": "color changed 'red' to 1180591620717411303424"},
				{"level": "err", "source": "Puppet", "message": "The mem provider can not handle attribute size"},
				{"level": "err", "source": "/Widget[a]/size",
				 "message": "change from 'absent' to 2 failed: The mem provider can not handle attribute size"}]}},
			{"id": "transaction/noop", "given": {"types": [` + widget + `], ` + red + `, "catalog": [
				{"type": "widget", "title": "a", "params": {"color": {"kind": "string", "value": "blue"}}}]},
			 "when": {"op": "apply", "noop": true}, "then": {` + red + `, "report_status": "unchanged"}}]}`)},
		"instances.json": {Data: []byte(`{"cases": [
			{"id": "instances/two-runs", "given": {"types": [` + widget + `], ` + red + `, "catalog": [
				{"type": "widget", "title": "a", "params": {"color": {"kind": "string", "value": "blue"}}}]},
			 "when": {"op": "apply", "runs": 2}, "then": {"report_status": "unchanged", "calls": [["exists?", "a"], ["get color", "a"]]}}]}`)},
		"confines.json": {Data: []byte(`{"cases": [
			{"id": "confines/files", "given": {"files": {"<TMP>/there": ""}, "provider": {"name": "p", "confine": [
				{"kind": "exists", "value": {"kind": "string", "value": "<TMP>/there"}}]}},
			 "when": {"op": "suitable"}, "then": {"suitable": {"kind": "boolean", "value": true}}}]}`)},
	}, areas())
}
