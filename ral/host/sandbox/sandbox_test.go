package sandbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"ralsh/ral/host/sandbox"
	"ralsh/ral/raltest/real"
)

func TestMain(m *testing.M) {
	if sandbox.Enter() {
		return
	}
	os.Exit(m.Run())
}

// worker evaluates the text of a request.
const worker = `
module Worker
  def self.boot; end
  def self.serve(io)
    Zygote.serve(io) do |request|
      begin
        { 'ok' => eval(request['eval'], TOPLEVEL_BINDING).to_s }
      rescue Exception => e
        { 'error' => "#{e.class}: #{e.message}" }
      end
    end
  end
end
`

// open starts a sandbox for a test.
func open(t testing.TB) *sandbox.Sandbox {
	t.Helper()
	real.NeedRuby(t, "it runs Ruby in a sandbox")
	ruby, err := exec.LookPath("ruby")
	if err != nil {
		t.Fatal(err)
	}
	s, err := sandbox.Open(t.Context(), sandbox.Spec{
		Program: ruby, Args: []string{"-W0"}, Files: map[string]string{"worker.rb": worker}, Env: []string{"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8"},
		Memory: 1 << 30,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func looks(t testing.TB, s *sandbox.Sandbox) *sandbox.View {
	t.Helper()
	v, err := s.Looks(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Close)
	return v
}

func overlay(t testing.TB, s *sandbox.Sandbox, network bool) *sandbox.View {
	t.Helper()
	v, err := s.Overlay(t.Context(), network)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(v.Close)
	return v
}

func start(t testing.TB, v *sandbox.View, kind sandbox.Kind) *sandbox.Process {
	t.Helper()
	p, err := v.Start(t.Context(), kind)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// ask sends a request and returns its answer, "died: ..." if the process died or
// "late" if it did not answer in time.
func ask(t testing.TB, p *sandbox.Process, request map[string]any) map[string]any {
	t.Helper()
	line, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Send(line); err != nil {
		return map[string]any{"died": err}
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	answer := map[string]any{}
	line, err = p.Receive(ctx)
	switch died := (*sandbox.DiedError)(nil); {
	case errors.As(err, &died):
		return map[string]any{"died": err}
	case errors.Is(err, context.DeadlineExceeded):
		return map[string]any{"late": true}
	case err != nil:
		t.Fatal(err)
	}
	if err := json.Unmarshal(line, &answer); err != nil {
		return map[string]any{"garbage": string(line)}
	}
	return answer
}

const patience = 20 * time.Second

// eval evaluates Ruby and returns its text, or the error.
func eval(t testing.TB, p *sandbox.Process, code string) string {
	t.Helper()
	answer := ask(t, p, map[string]any{"eval": code})
	if text, ok := answer["ok"].(string); ok {
		return text
	}
	if text, ok := answer["error"].(string); ok {
		return text
	}
	t.Fatalf("%s: %v", code, answer)
	return ""
}

func TestSmoke(t *testing.T) {
	s := open(t)
	v := looks(t, s)
	p := start(t, v, sandbox.Code)
	t.Log(p.PID(), v.Root(), eval(t, p, `[$$, Process.ppid, File.read("/proc/1/comm"), Dir.children("/dev").sort, File.read("/proc/self/status")[/Cap.*/m]].inspect`))
	for _, code := range []string{"File.write('/etc/x','y')", "`id`", "File.write('/dev/shm/tmp/x','y')", "spawn('id')", "TCPSocket.new('127.0.0.1', 1)", "Process.kill(:KILL, 1)"} {
		t.Log(code, eval(t, p, code))
	}
	eval(t, p, "$loaded = 5")
	f, err := p.Fork(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Log(f.PID(), eval(t, f, "$loaded"), eval(t, p, "$$"))
	o := overlay(t, s, false)
	q := start(t, o, sandbox.Code)
	t.Log(eval(t, q, "File.write('/etc/x', 'y'); File.rename('/etc/x', '/etc/z'); File.read('/etc/z')"))
	t.Log(o.Uppers())
	for _, up := range o.Uppers() {
		if up.Mount == "/" {
			out, _ := exec.Command("find", strings.Replace(up.Dir, "self", strconv.Itoa(os.Getpid()), 1)).CombinedOutput()
			t.Log(string(out))
		}
	}
	if err := o.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Log(eval(t, q, "File.exist?('/etc/z')"))
	r := start(t, o, sandbox.Runner)
	t.Log(ask(t, r, map[string]any{"argv": []string{"sh", "-c", "id; cat; ps -ef | tail -3; hostname foo"}, "stdin": "aGFsbG8K"}))
}
