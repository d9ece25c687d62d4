package cli

import (
	"bytes"
	"strings"
	"testing"

	"ralsh/model"
	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	streams "ralsh/ral/host/stream"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
)

// TestPlanNamesRoot holds that a plan that this user cannot apply says so, with the command
// line for root, and that an apply fails with the same words.
func TestPlanNamesRoot(t *testing.T) {
	const code = "host { 'db1': ip => '192.0.2.8' }"
	const more = code + "file { '/root/x': content => 'x' }"
	for _, c := range []struct {
		name string
		uid  int
		code string
		args string
		want string
	}{
		{"a plan of a resource", 1000, "", "resource host db1 ip=192.0.2.8 --noop", "(as root: sudo ralsh resource host db1 ip=192.0.2.8"},
		{"a resource", 1000, "", "resource host db1 ip=192.0.2.8", "(as root: sudo ralsh resource host db1 ip=192.0.2.8"},
		{"a plan of a file", 1000, code, "apply - --noop", "(as root: sudo ralsh apply -)\n"},
		{"a file", 1000, code, "apply -", "(as root: sudo ralsh apply -); no changes were made\n"},
		{"every reason", 1000, more, "apply - --noop", "is not root; the directory /root is not writable for UID 1000 (as root: sudo ralsh apply -)\n"},
		{"root", 0, "", "resource host db1 ip=192.0.2.8 --noop", ""},
		{"no change", 1000, "", "resource host db1 ip=192.0.2.7 --noop", ""},
		{"a document", 1000, "", "resource host db1 ip=192.0.2.8 --noop -o json", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			reg := ral.NewRegistry()
			providers.Register(reg)
			f := fakehost.New(map[string]string{"/etc/hosts": "192.0.2.7 db1\n", "/root/a": ""}, fakehost.WithUID(c.uid))
			if err := f.Writer().Chown(t.Context(), "/root", 0, 0); err != nil {
				t.Fatal(err)
			}
			var out, errs bytes.Buffer
			a := newApp(Program{
				Env:     command.Env{Args: strings.Fields(c.args), Registry: reg, KeepWriting: func() func() { return func() {} }},
				Streams: output.Streams{In: strings.NewReader(c.code), Out: &out, Err: &errs, Getenv: func(string) string { return "" }},
			})
			a.Sink, a.Color = &streams.Sticky{W: &out}, "never"
			a.Opened = &command.Opened{Session: model.NewSession(t.Context(), reg, f.Host)}
			status := a.Exit(t.Context(), a.execute(t.Context()))
			text := errs.String()
			if c.want == "" && strings.Contains(text, "as root") || !strings.Contains(text, c.want) {
				t.Errorf("%s", text)
			}
			if wantStatus := c.want != "" && !strings.Contains(c.args, "--noop"); wantStatus != (status == command.Failure) {
				t.Errorf("status %d: %s", status, text)
			}
		})
	}
}
