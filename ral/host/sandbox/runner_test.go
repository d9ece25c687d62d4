package sandbox_test

import (
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"ralsh/ral/host/sandbox"
	"ralsh/ral/raltest/real"
)

func TestRunner(t *testing.T) {
	s := open(t)
	views := map[string]*sandbox.View{"looks": looks(t, s), "overlay": overlay(t, s, true)}
	text := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
	for _, c := range []struct {
		name    string
		request map[string]any
		want    map[string]any // in looks; strings are found in what is answered
		overlay map[string]any // if that differs
	}{
		{"output", map[string]any{"argv": []string{"printf", "a\\nb"}}, map[string]any{"exit": 0.0, "out": "a\nb", "err": ""}, nil},
		{"status", map[string]any{"argv": []string{"sh", "-c", "echo no >&2; exit 3"}}, map[string]any{"exit": 3.0, "err": "no\n"}, nil},
		{"signal", map[string]any{"argv": []string{"sh", "-c", "kill -9 $$"}}, map[string]any{"exit": nil, "signal": 9.0}, nil},
		{"input", map[string]any{"argv": []string{"tr", "a", "b"}, "stdin": text(strings.Repeat("a", 1<<20))}, map[string]any{"out": strings.Repeat("b", 1<<20)}, nil},
		{"input that is not read", map[string]any{"argv": []string{"true"}, "stdin": text(strings.Repeat("a", 1<<20))}, map[string]any{"exit": 0.0}, nil},
		{"environment", map[string]any{"argv": []string{"env"}, "env": map[string]string{"PATH": "/usr/bin:/bin", "X": "y"}}, map[string]any{"out": "X=y\n"}, nil},
		{"directory and mask", map[string]any{"argv": []string{"sh", "-c", "pwd; umask"}, "cwd": "/usr", "umask": 0o27}, map[string]any{"out": "/usr\n0027\n"}, nil},
		{"no such program", map[string]any{"argv": []string{"no-such-program"}}, map[string]any{"error": "No such file"}, nil},
		{"no such directory", map[string]any{"argv": []string{"true"}, "cwd": "/no/such"}, map[string]any{"error": "No such file"}, nil},
		{"time", map[string]any{"argv": []string{"sleep", "1000"}, "timeout": 0.1}, map[string]any{"error": "too long"}, nil},
		{"output without end", map[string]any{"argv": []string{"cat", "/dev/zero"}}, map[string]any{"error": "too much"}, nil},
		{"what stays behind", map[string]any{"argv": []string{"sh", "-c", "setsid sleep 1000 & echo on"}}, map[string]any{"exit": 0.0, "out": "on\n"}, nil},
		{"write", map[string]any{"argv": []string{"sh", "-c", "echo x > TREE/file && cat TREE/file"}}, map[string]any{"exit": 2.0, "err": "Read-only"}, map[string]any{"exit": 0.0, "out": "x\n"}},
		{"kill", map[string]any{"argv": []string{"sh", "-c", "kill -9 -1; kill -9 $(seq 1 500); kill -9 VICTIM; exit 0"}}, map[string]any{}, nil},
		{"network", map[string]any{"argv": []string{"ruby", "-rsocket", "-e", "TCPSocket.new('127.0.0.1', 22)"}}, map[string]any{"exit": 1.0, "err": "Operation not permitted"}, nil},
		{"socket that is not used", map[string]any{"argv": []string{"ruby", "-rsocket", "-e", "p Socket.new(:INET, :STREAM, 0).class, Socket.new(:INET6, :DGRAM, 0).class"}}, map[string]any{"exit": 0.0, "out": "Socket\nSocket\n"}, nil},
		{"bind", map[string]any{"argv": []string{"ruby", "-rsocket", "-e", "TCPServer.new('127.0.0.1', 0)"}}, map[string]any{"exit": 1.0, "err": "Operation not permitted"}, nil},
		{"send", map[string]any{"argv": []string{"ruby", "-rsocket", "-e", "UDPSocket.new.send('x', 0, '127.0.0.1', 9)"}}, map[string]any{"exit": 1.0, "err": "Operation not permitted"}, nil},
		{"raw socket", map[string]any{"argv": []string{"ruby", "-rsocket", "-e", "Socket.new(:INET, :RAW, 1)"}}, map[string]any{"exit": 1.0, "err": "Operation not permitted"}, nil},
		{"daemons of the host", map[string]any{"argv": []string{"ruby", "-rsocket", "-e", "UNIXSocket.new('/run/systemd/private')"}}, map[string]any{"exit": 1.0, "err": "Operation not permitted"}, nil},
		{"mount", map[string]any{"argv": []string{"mount", "-t", "tmpfs", "none", "/mnt"}}, map[string]any{"err": "mount"}, nil},
		{"namespace", map[string]any{"argv": []string{"unshare", "-Ur", "id"}}, map[string]any{"exit": 1.0, "err": "not permitted"}, nil},
	} {
		for name, v := range views {
			t.Run(name+"/"+c.name, func(t *testing.T) {
				w := newWorld(t)
				if err := v.Refresh(t.Context()); err != nil {
					t.Fatal(err)
				}
				request := map[string]any{}
				for k, value := range c.request {
					request[k] = value
				}
				var argv []string
				for _, arg := range c.request["argv"].([]string) {
					argv = append(argv, w.replace(arg))
				}
				request["argv"] = argv
				p := start(t, v, sandbox.Runner)
				defer p.Kill()
				answer := ask(t, p, request)
				want := c.want
				if name == "overlay" && c.overlay != nil {
					want = c.overlay
				}
				for k, value := range want {
					got := answer[k]
					if k == "out" || k == "err" {
						data, err := base64.StdEncoding.DecodeString(got.(string))
						if err != nil {
							t.Fatal(err)
						}
						got = string(data)
					}
					text, isText := value.(string)
					if got != value && (!isText || !strings.Contains(fmt.Sprint(got), text)) {
						t.Errorf("%s is %.200v, want %.200v: %.400v", k, got, value, answer)
					}
				}
				if again := ask(t, p, map[string]any{"argv": []string{"sh", "-c", "ps -e -o comm= | grep -c sleep"}}); again["error"] != nil {
					t.Errorf("the next command: %v", again)
				}
				w.check(t)
			})
		}
	}
}

// A program answers input that is sent while it runs.
func TestRunnerTalks(t *testing.T) {
	s := open(t)
	p := start(t, looks(t, s), sandbox.Runner)
	send := func(line string) {
		t.Helper()
		if err := p.Send([]byte(line)); err != nil {
			t.Fatal(err)
		}
	}
	hear := func(want string) {
		t.Helper()
		line, err := p.Receive(t.Context())
		if err != nil || string(line) != want {
			t.Fatalf("%s, %v; want %s", line, err, want)
		}
	}
	text := func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }
	send(`{"argv":["sh","-c","while read a; do echo got $a; done; echo end >&2; exit 3"],"talks":true}`)
	for _, word := range []string{"one", "two"} {
		send(`{"in":"` + text(word+"\n") + `"}`)
		hear(`{"part":true,"out":"` + text("got "+word+"\n") + `"}`)
	}
	send(`{"end":true}`)
	hear(`{"part":true,"err":"` + text("end\n") + `"}`)
	hear(`{"exit":3,"signal":null,"out":"","err":""}`)
}

// A program runs as another user, whose rights it has.
func TestBecomeAnother(t *testing.T) {
	real.Need(t, "it becomes another user", "ruby")
	s := open(t)
	p := start(t, looks(t, s), sandbox.Runner)
	answer := ask(t, p, map[string]any{"argv": []string{"sh", "-c", "id -u; id -g; cat /etc/shadow"}, "uid": 65534, "gid": 65534})
	out, err := base64.StdEncoding.DecodeString(answer["out"].(string))
	if err != nil || string(out) != "65534\n65534\n" || answer["exit"] != 1.0 {
		t.Errorf("%q, %v, %v", out, err, answer)
	}
}

// The end of a Runner is the end of what it started.
func TestRunnerKill(t *testing.T) {
	s := open(t)
	v := looks(t, s)
	p := start(t, v, sandbox.Runner)
	if err := p.Send([]byte(`{"argv":["sh","-c","setsid sleep 54321 & sleep 54321"]}`)); err != nil {
		t.Fatal(err)
	}
	watch := start(t, v, sandbox.Code)
	running := `Dir.glob("/proc/[0-9]*/cmdline").count { |f| File.read(f).start_with?("sleep\0") rescue false }`
	await(t, func() bool { return eval(t, watch, running) == "2" })
	p.Kill()
	await(t, func() bool { return eval(t, watch, running) == "0" })
}

// await waits until something holds.
func await(t *testing.T, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(30 * time.Second); !holds(); {
		if time.Now().After(end) {
			t.Fatal("it does not come about")
		}
	}
}
