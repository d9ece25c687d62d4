package selboolean

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
)

// enforcing returns a fake host with SELinux, whose booleans are in /bools.
func enforcing(more int) *fakehost.Host {
	text := "httpd_can_network_connect --> off\nabrt_anon_write --> on\n"
	for i := range more {
		text += fmt.Sprintf("many%d --> off\n", i)
	}
	f := fakehost.New(map[string]string{"/bools": text, "/sys/fs/selinux/booleans/": ""})
	f.Command(getTool, setTool)
	f.Handle("getsebool", func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		if cmd.Args[0] == "-a" {
			return host.Result{Stdout: []byte(f.Content("/bools"))}
		}
		for line := range strings.Lines(f.Content("/bools")) {
			if strings.HasPrefix(line, cmd.Args[0]+" ") {
				return host.Result{Stdout: []byte(line)}
			}
		}
		return host.Result{Exit: 1, Stderr: []byte("Error getting active value for " + cmd.Args[0] + "\n")}
	})
	f.Handle("setsebool", func(_ context.Context, f *fakehost.Host, cmd host.Command) host.Result {
		at := len(cmd.Args) - 2
		var out string
		for line := range strings.Lines(f.Content("/bools")) {
			if strings.HasPrefix(line, cmd.Args[at]+" ") {
				line = cmd.Args[at] + " --> " + cmd.Args[at+1] + "\n"
			}
			out += line
		}
		f.Put("/bools", out, 0o644)
		return host.Result{}
	})
	return f
}

func TestSuite(t *testing.T) {
	raltest.Suite{
		Register: Register, Type: "selboolean", Provider: "getsetsebool",
		Host: func(*testing.T) host.Host { return enforcing(0).Host },
		Many: func(_ *testing.T, n int) host.Host { return enforcing(n).Host },
		Cases: []raltest.Case{
			{Title: "httpd_can_network_connect", Changes: []ral.Attr{raltest.A("value", "on"), raltest.A("value", "false")}},
			{
				Title: "abrt_anon_write", Changes: []ral.Attr{raltest.A("value", "off")}, With: []ral.Attr{raltest.A("persistent", "true")},
			},
		},
	}.Run(t)
}

func TestExample(t *testing.T) {
	f := enforcing(0)
	raltest.Example(t, Register, "selboolean", f.Host)
	for _, cmd := range f.Ran() {
		if cmd.Name == setTool && cmd.String() != setTool+" -P httpd_can_network_connect on" {
			t.Error(cmd)
		}
	}
}

// Without SELinux the provider reports that, and nothing is run.
func TestUnsuitable(t *testing.T) {
	f := fakehost.New(nil)
	f.Command(getTool, setTool)
	reg := ral.NewRegistry()
	Register(reg)
	env := onhost.NewEnv(reg, f.Reader(), nil)
	if e := env.Explain(t.Context(), reg.Type("selboolean").Providers()[0]); e.Suitable() || !strings.Contains(e.Reason(), "SELinux is") {
		t.Errorf("%v: %s", e.Suitable(), e.Reason())
	}
}

func TestAnswers(t *testing.T) {
	for out, want := range map[string]int{
		"": 0, "a --> on\nb --> off pending: on\nrubbish\n": 2, "getsebool:  SELinux est désactivé\n": -1, "a --> maybe\n": -1, "\x00": -1,
	} {
		list, err := parse(out)
		if (err != nil) != (want < 0) || err == nil && len(list) != want {
			t.Errorf("%q: %v, %v", out, list, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	f.Add("httpd_can_network_connect --> off\n")
	f.Add("b --> off pending: on\n-a --> on\n")
	f.Fuzz(func(t *testing.T, out string) {
		list, err := parse(out)
		for _, b := range list {
			if err != nil || !names.MatchString(b.name) || b.is != "on" && b.is != "off" {
				t.Errorf("%+v, %v", b, err)
			}
		}
	})
}

// getsebool ends at the first boolean that it cannot read.
func TestBooleanThatFailsHidesNobody(t *testing.T) {
	f := fakehost.New(nil)
	f.Command(getTool, setTool)
	f.Handle("getsebool", func(context.Context, *fakehost.Host, host.Command) host.Result {
		return host.Result{Exit: 255, Stdout: []byte("a --> on\nb --> off\n"), Stderr: []byte("Error getting active value for c\n")}
	})
	reg := ral.NewRegistry()
	Register(reg)
	env, found := onhost.NewEnv(reg, f.Reader(), nil), 0
	var err error
	env.ListBy(t.Context(), reg.Type("selboolean").Providers()[0], func(ev onhost.ListEvent) {
		found += len(ev.Found)
		err = errors.Join(err, ev.Err)
	})
	if found != 2 || err == nil {
		t.Errorf("%d booleans: %v", found, err)
	}
}
