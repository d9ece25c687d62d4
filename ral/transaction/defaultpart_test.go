package transaction_test

import (
	"errors"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// A creation has what defaults set among its parts, literal and computed ones alike,
// and an apply verifies them; a removal has none, nor has what locates the resource.
func TestDefaultsOfACreation(t *testing.T) {
	const nothing = transaction.Audited // it is not applied
	for _, c := range []struct {
		name  string
		color ral.Attribute // the property color
		attrs []string
		want  string // the changes of the plan
		after transaction.Status
	}{
		{"computed", ral.Attribute{DefaultFunc: ofTitle}, nil, "ensure color=of new", transaction.Changed},
		{"literal", ral.Attribute{Default: value.Str("red")}, nil, "ensure color=red", transaction.Changed},
		{"declared", ral.Attribute{DefaultFunc: ofTitle}, []string{"color", "blue"}, "ensure color=blue", transaction.Changed},
		{"declared as the default", ral.Attribute{Default: value.Str("red")}, []string{"color", "red"}, "ensure color=red", transaction.Changed},
		{"beside a declared one", ral.Attribute{DefaultFunc: ofTitle}, []string{"size", "5"}, "ensure color=of new size=5", transaction.Changed},
		{"none", ral.Attribute{DefaultFunc: func(ral.Hook) (value.Value, error) { return value.Value{}, nil }}, nil, "ensure", transaction.Changed},
		{"absent", ral.Attribute{Default: value.Absent()}, nil, "ensure", transaction.Changed},
		{"where it is", ral.Attribute{Default: value.Str("red"), LocatesResource: true}, nil, "ensure", transaction.Changed},
		{"where it is, declared", ral.Attribute{Default: value.Str("red"), LocatesResource: true}, []string{"color", "blue"}, "ensure color=blue", transaction.Changed},
		{"secret", ral.Attribute{DefaultFunc: ofTitle, Sensitive: true}, nil, "ensure color=[redacted]", transaction.Changed},
		{"that did not take", ral.Attribute{Default: value.Str("forgotten")}, nil, "ensure color=forgotten", transaction.DidNotTake},
		{"of a removal", ral.Attribute{DefaultFunc: ofTitle}, []string{"ensure", "absent"}, "", nothing},
		{"that is refused", ral.Attribute{DefaultFunc: func(ral.Hook) (value.Value, error) { return value.Value{}, errors.New("no") }}, nil, "no", nothing},
	} {
		t.Run(c.name, func(t *testing.T) {
			ty := thingType()
			c.color.Name, c.color.Kind = "color", ral.Property
			ty.Attributes[2] = &c.color
			reg := ral.NewRegistry()
			reg.Add(ty, ral.Provider{Name: "things", New: func() any { return things{} }})
			fake := fakehost.New(nil)
			fake.Dir(folder, 0o755)
			w := world{fake, onhost.NewEnv(reg, fake.Reader(), nil)}
			d := thing("new", append([]string{"ensure", "present"}, c.attrs...)...)
			if len(c.attrs) > 0 && c.attrs[0] == "ensure" {
				d = thing("new", c.attrs...)
			}
			plan, err := transaction.NewPlan(t.Context(), w.env, []ral.Decl{d})
			if err != nil {
				if err.Error() == "" || !strings.Contains(err.Error(), c.want) || c.after != nothing {
					t.Fatal(err)
				}
				return
			}
			var got []string
			for i, ch := range plan.Steps[0].Changes {
				text := ch.Attr.Name
				if i > 0 {
					text += "=" + ch.Should.Text()
				}
				if ch.Part != (i > 0) {
					t.Errorf("%s is a part: %v", text, ch.Part)
				}
				got = append(got, text)
			}
			if text := strings.Join(got, " "); text != c.want {
				t.Errorf("the plan has %q, want %q", text, c.want)
			}
			if c.after == nothing {
				return
			}
			rep, err := plan.Apply(t.Context(), fake.Writer(), transaction.Options{})
			if err != nil || rep.Steps[0].Status != c.after {
				t.Errorf("%v, %s, want %s", err, rep.Steps[0].Status, c.after)
			}
		})
	}
}

func ofTitle(h ral.Hook) (value.Value, error) { return value.Str("of " + h.R.Title), nil }
