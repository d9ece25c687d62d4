package cli

import (
	"bytes"
	"io/fs"
	"strings"
	"testing"

	"ralsh/model"
	"ralsh/providers"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	streams "ralsh/ral/host/stream"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/output"
)

// A resource that could not be read is unknown, and not missing.
func TestUnreadResource(t *testing.T) {
	const denied = "cannot read /etc/group: permission denied"
	for args, want := range map[string]string{
		"why group[root]": "managed by groupadd: it is unknown whether the resource exists, and this is the default provider of group\n" +
			"  ! groupadd cannot read it: " + denied,
		"resource group root": "groupadd cannot read Group[root]: " + denied,
		"why cron[backup]":    "! crontab cannot read it: the crontabs of other users were not read: cannot ",
		"why host[none]":      "managed by parsed: no provider finds the resource, and this is the default provider of host\n",
	} {
		reg := ral.NewRegistry()
		providers.Register(reg)
		f := fakehost.New(map[string]string{
			"/etc/group": "root:x:0:\n", "/etc/hosts": "", "/etc/passwd": "a:x:1000:1000::/:/bin/sh\n", "/var/spool/cron/crontabs/a": "",
		}, fakehost.WithUID(1000), fakehost.WithRoot("/srv"))
		for _, tool := range []string{"groupadd", "groupmod", "groupdel", "gpasswd"} {
			f.Command("/usr/sbin/" + tool)
		}
		f.Deny("/etc/group")
		h := host.FaultyReads(f.Host, func(file string) error {
			if file == "/var/spool/cron/crontabs" {
				return fs.ErrPermission
			}
			return nil
		})
		var out bytes.Buffer
		a := newApp(Program{
			Env:     command.Env{Args: strings.Fields(args), Registry: reg, KeepWriting: func() func() { return func() {} }},
			Streams: output.Streams{In: strings.NewReader(""), Out: &out, Err: &out, Getenv: func(string) string { return "" }},
		})
		a.Sink, a.Color = &streams.Sticky{W: &out}, "never"
		a.Opened = &command.Opened{Session: model.NewSession(t.Context(), reg, h)}
		a.Exit(t.Context(), a.execute(t.Context()))
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s:\n%s", args, &out)
		}
	}
}
