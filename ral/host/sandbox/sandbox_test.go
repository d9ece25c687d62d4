package sandbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
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
  def self.boot = File.write(ENV["HOME"] + "/boot", "")
  def self.serve(io)
    Zygote.serve(io) do |request|
      begin
        { 'ok' => eval(request['eval'], TOPLEVEL_BINDING).to_s }
      rescue Exception => e
        { "error" => "#{e.class}: #{e.message}" }
      end
    end
  end
end
`

// spec has a worker.
func spec(t testing.TB, worker string) sandbox.Spec {
	t.Helper()
	real.NeedRuby(t, "it runs Ruby in a sandbox")
	ruby, err := exec.LookPath("ruby")
	if err != nil {
		t.Fatal(err)
	}
	return sandbox.Spec{
		Program: ruby, Args: []string{"-W0"}, Files: map[string]string{"worker.rb": worker},
		Env: []string{"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8"}, Memory: 1 << 30,
	}
}

// open starts a sandbox for a test.
func open(t testing.TB) *sandbox.Sandbox {
	t.Helper()
	s, err := sandbox.Open(t.Context(), spec(t, worker))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

func looks(t testing.TB, s *sandbox.Sandbox) *sandbox.View {
	t.Helper()
	v, err := s.ReadView(t.Context())
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

// ask sends a request and returns its answer, or an entry "died", "late" or
// "garbage".
func ask(t testing.TB, p *sandbox.Process, request map[string]any) map[string]any {
	t.Helper()
	line, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Send(line); err != nil {
		return map[string]any{"died": err}
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience(request))
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

// patience is how long to wait for an answer.
func patience(request map[string]any) time.Duration {
	if ms, ok := request["patience"].(int); ok {
		return time.Duration(ms) * time.Millisecond
	}
	return time.Minute
}

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
