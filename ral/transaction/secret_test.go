package transaction_test

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
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

const (
	hush = "hunter2 it's" // declared as a secret
	past = "s3cret-past"  // current value instead of it
)

// teller is a provider that repeats its secrets wherever it can.
type teller struct{ things }

func (teller) Retrieve(ctx context.Context, rd host.Reader, r *ral.Resource) (*ral.Instance, error) {
	inst := read(ctx, rd, r.Type, r.Title)
	is := inst.Get("color").Text()
	if r.Title == "unreadable" {
		inst.Set("color", value.Unread("cannot parse "+r.Get("color").Text()))
	}
	if r.Title == "unread-after" && is != past {
		return nil, errors.New("cannot read " + is)
	}
	return inst, nil
}

func (teller) Predict(_ context.Context, _ host.Reader, r *ral.Resource, _ string, should value.Value) (ral.Prediction, error) {
	text := should.Text() + " for " + r.Is("color").Text()
	return ral.Prediction{By: text, Note: text, Also: []string{text}}, nil
}

func (teller) Precheck(_ context.Context, _ host.Reader, _ ral.PlannedState, r *ral.Resource, _ string, should value.Value) error {
	if r.Title == "prechecked" {
		return errors.New("would refuse " + should.Text())
	}
	return nil
}

func (t teller) Set(ctx context.Context, wr host.Writer, r *ral.Resource, attr string, should value.Value) error {
	ral.Say(ctx, ral.Message{Level: "warning", Text: "given " + should.Text()})
	switch r.Title {
	case "refuses":
		return fmt.Errorf("cannot take %q: %w", should.Text(), context.DeadlineExceeded)
	case "panics":
		panic("cannot take " + should.Text())
	case "did-not-take":
		should = value.Str(should.Text() + " and more")
	case "tool":
		return wr.Run(ctx, host.Command{Name: "/bin/paint", Args: []string{"-c", should.Text(), "--was=" + r.Is(attr).Text()}})
	}
	return t.things.Set(ctx, wr, r, attr, should)
}

// Whatever fails, and whatever repeats the secret, no output of a run contains
// it; the provider and its tool get the secret itself.
func TestNothingTellsASecret(t *testing.T) {
	for title, status := range map[string]transaction.Status{
		"works": transaction.Changed, "refuses": transaction.Blocked, "panics": transaction.Blocked, "tool": transaction.Failed,
		"did-not-take": transaction.DidNotTake, "unread-after": transaction.Failed, "unreadable": transaction.Blocked,
		"prechecked": transaction.Blocked, "moved": transaction.Stopped,
	} {
		t.Run(title, func(t *testing.T) {
			fake := fakehost.New(map[string]string{"/things/" + title + "/color": past})
			fake.Command("/bin/paint")
			var given []string
			fake.Handle("paint", func(_ context.Context, _ *fakehost.Host, cmd host.Command) host.Result {
				given = cmd.Args
				return host.Result{Exit: 1, Stdout: []byte(hush), Stderr: []byte("bad color " + cmd.Args[1] + "\n" + fmt.Sprintf("%q\n", cmd.Args))}
			})
			reg := ral.NewRegistry()
			reg.Add(thingType(), ral.Provider{Name: "teller", New: func() any { return teller{} }})
			env := onhost.NewEnv(reg, fake.Reader(), nil)
			decl := thing(title).With("color", value.Secret(value.Str(hush)))
			var text strings.Builder
			tell := func(x any) { fmt.Fprintf(&text, "%T %+v\n", x, x) }
			tellAll := func(steps []*transaction.Step) {
				for _, s := range steps {
					tell(*s)
					tell(s.Unplanned())
					for _, d := range s.Results {
						fmt.Fprintln(&text, d.Act, string(d.Act.Before), string(d.Act.After), string(d.Result.Stdout), string(d.Result.Stderr))
					}
					for _, inst := range []*ral.Instance{s.Found, s.Now} {
						if inst != nil {
							tell(inst.Get("color"))
						}
					}
				}
			}
			watched := host.WithTrace(t.Context(), func(tr host.Trace) {
				tell(tr)
				fmt.Fprintln(&text, string(tr.Result.Stdout), string(tr.Result.Stderr))
			})
			plan, err := transaction.NewPlan(watched, env, []ral.Decl{decl})
			if err != nil {
				t.Fatal(err)
			}
			tellAll(plan.Steps)
			rep := &transaction.Report{Steps: plan.Steps}
			if status != transaction.Blocked {
				if title == "moved" {
					fake.Put("/things/moved/color", past+"-since", 0o644)
				}
				if rep, err = plan.Apply(watched, fake.Writer(), transaction.Options{Emit: func(ev transaction.Event) { tell(ev) }}); err != nil {
					t.Fatal(err)
				}
				tellAll(rep.Steps)
			}
			s := rep.Steps[0]
			if s.Status != status {
				t.Errorf("it is %s, %v, want %s", s.Status, s.Err, status)
			}
			for _, secret := range []string{"hunter2", past} {
				if i := strings.Index(text.String(), secret); i >= 0 {
					t.Errorf("%q is told: ... %s ...", secret, text.String()[max(0, i-150):min(text.Len(), i+150)])
				}
			}
			if t.Failed() || len(s.Changes) != 1 && title != "moved" {
				t.Fatalf("%v %v", s.Err, s.Changes)
			}
			switch title {
			case "works":
				if got := fmt.Sprint(s.Messages); got != "[warning: given [redacted]]" {
					t.Errorf("said %s", got)
				}
				world{fake, env}.has(t, "/things/works/color", hush)
			case "tool":
				if strings.Join(given, "|") != "-c|"+hush+"|--was="+past {
					t.Errorf("the tool was given %q", given)
				}
			case "refuses":
				if !errors.Is(s.Changes[0].Err, context.DeadlineExceeded) {
					t.Errorf("the error is not what it was: %v", s.Changes[0].Err)
				}
			}
		})
	}
}
