package fleet_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ralsh/model/fleet"
	"ralsh/model/hops"
)

// targetsOf returns targets by their words.
func targetsOf(t *testing.T, on string) []fleet.Target {
	t.Helper()
	inv, err := fleet.ParseInventory("f", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	inv.FindAgents = func(string) ([]fleet.FoundAgent, error) { return nil, nil } // each name is a target
	targets, err := inv.Expand(on, fleet.Last{})
	if err != nil {
		t.Fatal(err)
	}
	return targets
}

func spoolOf(t *testing.T) *fleet.Spool {
	t.Helper()
	spool, err := fleet.NewSpool()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = spool.Close() })
	return spool
}

// outcomes returns what became of each host.
func outcomes(answers []*fleet.Answer) string {
	var list []string
	for _, a := range answers {
		list = append(list, a.Target.Name+"="+string(a.Outcome))
	}
	return strings.Join(list, " ")
}

func TestRunnerGroups(t *testing.T) {
	run := &fleet.Runner{Limit: 3, Spool: spoolOf(t), Carry: func(_ context.Context, target fleet.Target, at fleet.At) (int, error) {
		switch target.Name {
		case "h03":
			fmt.Fprintln(at.Out, "/bin/sh")
		case "h05":
			fmt.Fprintln(at.Out, "/bin/bash")
			return 1, nil
		case "h07":
			at.Say("ssh: connect to host h07 port 22: Connection refused")
			return 255, errors.New("h07 was not reached")
		case "h08":
			return -1, &hops.LostError{Target: target.On}
		case "h09":
			return -1, &hops.TooMuchError{Target: target.On, Limit: 8 << 20}
		default:
			for range 3 { // in parts, between those of others
				_, _ = io.WriteString(at.Out, "/bin/bash\n")
			}
		}
		return 0, nil
	}}
	answers := run.Run(t.Context(), targetsOf(t, "h[01-09]"), nil)
	var got []string
	for _, g := range fleet.GroupAnswers(answers) {
		text, err := io.ReadAll(g.First().Reader())
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprintf("%d %s %q", len(g.Answers), strings.Join(g.Names(), " "), text))
	}
	const want = `4 h[01-02,04,06] "/bin/bash\n/bin/bash\n/bin/bash\n"|1 h03 "/bin/sh\n"|1 h05 "/bin/bash\n"`
	if strings.Join(got, "|") != want {
		t.Errorf("the groups are %s", strings.Join(got, "|"))
	}
	got = nil
	for _, g := range fleet.Unanswered(answers) {
		got = append(got, fmt.Sprint(g.First().Outcome, " ", g.Names(), " ", g.First().Reason))
	}
	slices.Sort(got)
	if text := strings.Join(got, "|"); !strings.Contains(text, "not_reached [h07] refused") || !strings.Contains(text, "lost [h08] the connection") || !strings.Contains(text, "broken [h09] the output is larger than 8 MiB") {
		t.Errorf("the others are %s", text)
	}
}

// TestRunnerAtOnce runs at most four hosts at the same time.
func TestRunnerAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var at, most atomic.Int32
		run := &fleet.Runner{Limit: 4, Spool: spoolOf(t), Carry: func(context.Context, fleet.Target, fleet.At) (int, error) {
			most.Store(max(most.Load(), at.Add(1)))
			time.Sleep(time.Second) // in the time of the bubble
			at.Add(-1)
			return 0, nil
		}}
		began := time.Now()
		run.Run(t.Context(), targetsOf(t, "h[01-10]"), nil)
		if took := time.Since(began); most.Load() != 4 || took != 3*time.Second {
			t.Errorf("%d hosts at the same time, in %s", most.Load(), took)
		}
	})
}

// stalled waits until its context ends and, like a host that does not answer, until it is
// stopped.
func stalled(ctx context.Context, at fleet.At) (int, error) {
	<-ctx.Done()
	<-at.Again
	return -1, errors.New("was stopped")
}

func TestRunnerSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		run := &fleet.Runner{Spool: spoolOf(t), Silence: 10 * time.Second, Carry: func(ctx context.Context, target fleet.Target, at fleet.At) (int, error) {
			switch target.Name {
			case "stalled":
				return stalled(ctx, at)
			case "slow": // it is never silent for long
				for range 10 {
					time.Sleep(9 * time.Second)
					at.Sent()
				}
			}
			return 0, ctx.Err()
		}}
		answers := run.Run(t.Context(), targetsOf(t, "stalled,slow,quick"), nil)
		if got := outcomes(answers); got != "stalled=silent slow=done quick=done" || answers[0].Reason != "no answer in 10s" || answers[0].Elapsed != 10*time.Second {
			t.Errorf("%s: %q after %s", got, answers[0].Reason, answers[0].Elapsed)
		}
	})
}

// TestRunnerPatient holds that a change is never ended for its silence.
func TestRunnerPatient(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var text []string
		run := &fleet.Runner{
			Spool: spoolOf(t), Silence: 10 * time.Second, Patient: true,
			Say: func(name, line string) { text = append(text, name+": "+line) },
			Carry: func(ctx context.Context, _ fleet.Target, _ fleet.At) (int, error) {
				time.Sleep(25 * time.Second)
				return 0, ctx.Err()
			},
		}
		answers := run.Run(t.Context(), targetsOf(t, "h"), nil)
		if got := outcomes(answers); got != "h=done" || len(text) != 2 || !strings.Contains(text[0], "h: no output for 10s") {
			t.Errorf("%s, and it said %q", got, text)
		}
	})
}

func TestRunnerInterrupt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		again := make(chan struct{})
		run := &fleet.Runner{Limit: 2, Spool: spoolOf(t), Again: again, Carry: func(ctx context.Context, target fleet.Target, at fleet.At) (int, error) {
			if target.Name == "h1" {
				<-ctx.Done()
				return 130, nil
			}
			return stalled(ctx, at)
		}}
		done := make(chan []*fleet.Answer)
		go func() { done <- run.Run(ctx, targetsOf(t, "h[1-4]"), nil) }()
		synctest.Wait()
		cancel()
		synctest.Wait()
		close(again)
		if got := outcomes(<-done); got != "h1=interrupted h2=interrupted h3=not_begun h4=not_begun" {
			t.Error(got)
		}
	})
}

// TestRunnerSaid bounds what a host has printed on standard error.
func TestRunnerSaid(t *testing.T) {
	var mu sync.Mutex
	lines := make(map[string]int)
	run := &fleet.Runner{
		Spool: spoolOf(t),
		Say: func(name, _ string) {
			mu.Lock()
			defer mu.Unlock()
			lines[name]++
		},
		Carry: func(_ context.Context, target fleet.Target, at fleet.At) (int, error) {
			for range 100_000 {
				if target.Name == "short" {
					at.Say("x")
				} else {
					at.Say(strings.Repeat("x", 1000))
				}
			}
			return 0, nil
		},
	}
	run.Run(t.Context(), targetsOf(t, "short,long"), nil)
	if lines["short"] != 201 || lines["long"] != 33 {
		t.Errorf("lines: %v", lines)
	}
}

func TestRunnerJSON(t *testing.T) {
	for _, c := range []struct {
		name, one, other string
		format           fleet.Format
		equal            bool
		outcome          fleet.Outcome // of one
	}{
		{"blanks and times", `{"a": 1, "elapsed_ms": 3}`, "{\n\"elapsed_ms\":4,\"a\":1}\n", fleet.JSON, true, fleet.Done},
		{"times in lists", `{"l":[{"time":"x","b":[]},{"timing":{"x":[1]}}]}`, `{"l":[{"b":[]},{"timing":null}]}`, fleet.JSON, true, fleet.Done},
		{"another value", `{"a":1}`, `{"a":2}`, fleet.JSON, false, fleet.Done},
		{"another nesting", `[[1],2]`, `[[1,2]]`, fleet.JSON, false, fleet.Done},
		{"a key and a value", `["a","b"]`, `[{"a":"b"}]`, fleet.JSON, false, fleet.Done},
		{"lines", "{\"a\":1,\"digest\":\"x\"}\n{\"b\":2}\n", "{\"a\":1}\n{\"b\":2}\n", fleet.JSONLines, true, fleet.Done},
		{"two documents for one", "{}\n{}\n", "{}", fleet.JSON, false, fleet.Broken},
		{"a banner", "Welcome!\n{}\n", "{}", fleet.JSON, false, fleet.Broken},
		{"UTF-8", `{"a":"Grüße, 世界"}`, ` {"a": "Grüße, 世界"}`, fleet.JSON, true, fleet.Done},
		{"broken UTF-8", "{\"a\":\"\xff\"}", "{}", fleet.JSON, false, fleet.Broken},
		{"broken UTF-8 in what does not count", "{\"time\":\"\xc3\"}", "{}", fleet.JSON, false, fleet.Broken},
		{"cut off", `{"a":`, "{}", fleet.JSON, false, fleet.Broken},
		{"nothing", "", "{}", fleet.JSON, false, fleet.Broken},
		{"a million deep", strings.Repeat("[", 1_000_000), "{}", fleet.JSON, false, fleet.Broken},
		{"a million deep and closed", strings.Repeat(`{"a":`, 1_000_000) + "1" + strings.Repeat("}", 1_000_000), "{}", fleet.JSON, false, fleet.Broken},
		{"deep in what does not count", `{"time":` + strings.Repeat("[", 1_000_000), "{}", fleet.JSON, false, fleet.Broken},
		{"text", "a\n", "a\n", fleet.Text, true, fleet.Done},
	} {
		t.Run(c.name, func(t *testing.T) {
			run := &fleet.Runner{Spool: spoolOf(t), Format: c.format, Carry: func(_ context.Context, target fleet.Target, at fleet.At) (int, error) {
				text := c.one
				if target.Name == "h2" {
					text = c.other
				}
				_, err := io.WriteString(at.Out, text)
				return 0, err
			}}
			answers := run.Run(t.Context(), targetsOf(t, "h[1-2]"), nil)
			groups := fleet.GroupAnswers(answers)
			if answers[0].Outcome != c.outcome || (len(groups) == 1 && len(groups[0].Answers) == 2) != c.equal {
				t.Errorf("%s, %d groups, %s", outcomes(answers), len(groups), answers[0].Reason)
			}
		})
	}
}

func TestBatches(t *testing.T) {
	for _, c := range []struct {
		text string
		n    int
		want string
	}{
		{"1,10%,rest", 40, "[1 4 35]"},
		{"1,10%,rest", 1, "[1]"},
		{"1,10%,rest", 2, "[1 1]"},
		{"1,10%,rest", 0, "[]"},
		{"5", 12, "[5 5 2]"},
		{"30%", 10, "[3 3 3 1]"},
		{"1%", 3, "[1 1 1]"},
		{"rest", 7, "[7]"},
	} {
		b, err := fleet.ParseBatches(c.text)
		if err != nil || fmt.Sprint(b.Sizes(c.n)) != c.want {
			t.Errorf("%s of %d is %v, %v", c.text, c.n, b.Sizes(c.n), err)
		}
	}
	for _, text := range []string{"", "0", "-1", "0%", "101%", "x", "1,,2", "1;2", "rest%"} {
		if b, err := fleet.ParseBatches(text); err == nil {
			t.Errorf("%q is %v", text, b)
		}
	}
}

func TestChange(t *testing.T) {
	for _, c := range []struct {
		batches   string
		stopAfter int
		failing   string
		want      string
	}{
		{"1,2,rest", 1, "", "h1=done h2=done h3=done h4=done h5=done h6=done"},
		{"1,2,rest", 1, "h1", "h1=failed h2=not_begun h3=not_begun h4=not_begun h5=not_begun h6=not_begun"},
		{"1,2,rest", 1, "h2", "h1=done h2=failed h3=not_begun h4=not_begun h5=not_begun h6=not_begun"},
		{"1,2,rest", 2, "h2 h4", "h1=done h2=failed h3=done h4=failed h5=not_begun h6=not_begun"},
		{"1,2,rest", 1, "h1=forged", "h1=broken h2=not_begun h3=not_begun h4=not_begun h5=not_begun h6=not_begun"},
		{"rest", 3, "h1 h2", "h1=failed h2=failed h3=done h4=done h5=done h6=done"},
	} {
		batches, err := fleet.ParseBatches(c.batches)
		if err != nil {
			t.Fatal(err)
		}
		run := &fleet.Runner{Limit: 1, Spool: spoolOf(t), Format: fleet.JSONLines, Carry: func(_ context.Context, target fleet.Target, at fleet.At) (int, error) {
			switch failing := strings.Fields(c.failing); {
			case slices.Contains(failing, target.Name):
				return 1, nil
			case slices.Contains(failing, target.Name+"=forged"):
				_, err := io.WriteString(at.Out, `{"event":"plan_finished","status":"changed"}`)
				return 0, err
			}
			_, err := io.WriteString(at.Out, `{"event":"report","status":"changed","changes":1}`)
			return 0, err
		}}
		change := fleet.Change{Runner: run, Batches: batches, StopAfter: c.stopAfter}
		if got := outcomes(change.Run(t.Context(), targetsOf(t, "h[1-6]"))); got != c.want {
			t.Errorf("batches %s, %s failing: %s", c.batches, c.failing, got)
		}
	}
}

const digestA, digestB = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb"

// planLines is what a host prints for a plan.
func planLines(status, digest, should string) string {
	return fmt.Sprintf(`{"event":"planned","time":"%s","resource":"User[x]","status":"planned","changes":[],"lines":["User[x]: planned","  shell: sh -> %s"]}
{"event":"plan_finished","status":"%s","changes":1,"digest":"%s","lines":["the end"]}
{"event":"report","status":"%s","changes":1}
`, time.Now(), should, status, digest, status)
}

func TestPlans(t *testing.T) {
	printed := map[string]string{
		"a1": planLines("planned", digestA, "bash"), "a2": planLines("planned", digestB, "bash"), "a3": planLines("planned", digestA, "bash"),
		"b1": planLines("planned", digestB, "zsh"),
		"n1": planLines("unchanged", digestA, "bash"), "n2": planLines("unchanged", digestB, "zsh"),
		"c1": planLines("blocked", digestA, "bash"), "c2": planLines("planned", "--yes", "bash"), "c3": `{"event":"report","status":"refused","changes":0,"message":"no such type"}`,
		"c4": `{"event":5}`, "c5": `[]`, "c6": `{"event":"planned","resource":"User[y]","status":"planned","changes":[]}` + planLines("planned", digestA, "bash"),
	}
	run := &fleet.Runner{Spool: spoolOf(t), Format: fleet.JSONLines, Carry: func(_ context.Context, target fleet.Target, at fleet.At) (int, error) {
		_, err := io.WriteString(at.Out, printed[target.Name])
		return 0, err
	}}
	var plans []fleet.Plan
	for _, a := range run.Run(t.Context(), targetsOf(t, "a[1-3],b1,n[1-2],c[1-6]"), nil) {
		plans = append(plans, fleet.ReadPlan(a))
	}
	var got []string
	for _, g := range fleet.GroupPlans(plans) {
		got = append(got, fmt.Sprint(g.Kind, " ", g.Names(), " ", g.First().Reason))
	}
	text := strings.Join(got, "\n")
	for _, want := range []string{
		"changes [a[1-3]] \nchanges [b1] \nnothing [n[1-2]] \n", "blocked [c1] a resource cannot be planned", "cannot [c2] the host printed no plan", "cannot [c3] no such type",
		"cannot [c4] the output is not from ralsh", "cannot [c5] the output is not from ralsh",
		"cannot [c6] the plan has no text for User[y]",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	var lines []string
	if err := plans[0].Shown(func(part []string) { lines = append(lines, part...) }); err != nil || !slices.Equal(lines, []string{"User[x]: planned", "  shell: sh -> bash", "the end"}) {
		t.Errorf("%q, %v", lines, err)
	}
}

func FuzzPlan(f *testing.F) {
	f.Add([]byte(planLines("planned", digestA, "bash")))
	f.Add([]byte(`{"event":"planned","changes":5}` + "\n[]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		run := &fleet.Runner{Spool: spoolOf(t), Format: fleet.JSONLines, Carry: func(_ context.Context, _ fleet.Target, at fleet.At) (int, error) {
			_, err := at.Out.Write(data)
			return 0, err
		}}
		answer := run.Run(t.Context(), targetsOf(t, "h"), nil)[0]
		if plan := fleet.ReadPlan(answer); plan.Kind == fleet.Changes && (len(plan.Digest) != 64 || strings.Trim(plan.Digest, "0123456789abcdef") != "") {
			t.Fatalf("the digest is %q", plan.Digest)
		}
		_ = answer.Shown(func([]string) {}) // an error is one of the results
		_ = fleet.ReadResult(answer)
	})
}

func TestLast(t *testing.T) {
	dir := t.TempDir()
	if last, err := fleet.ReadLast(dir); err != nil || len(last.Hosts) != 0 {
		t.Errorf("before there is one: %v, %v", last, err)
	}
	want := fleet.Last{Schema: 1, Hosts: []fleet.LastHost{{Name: "a", Outcome: fleet.Done, Run: 7}, {Name: "b", Outcome: fleet.NotReached}}}
	if err := want.Write(dir); err != nil {
		t.Fatal(err)
	}
	if last, err := fleet.ReadLast(dir); err != nil || fmt.Sprint(last) != fmt.Sprint(want) {
		t.Errorf("it is %v, %v", last, err)
	}
}
