package parsedfile_test

import (
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
	"ralsh/ral/transaction"
)

// Malformed lines are reported with their position; the others are listed.
func TestDamageIsListed(t *testing.T) {
	for text, want := range map[string]string{
		"a: b\n":               "1 ",
		"a: b\n?\n":            "1 /etc/aliases:2 is not understood",
		"a: b\nc\x00: d\ne: f": "2 /etc/aliases:2 contains a NUL byte and is not text",
		"# \x00\n?\na: b":      "1 /etc/aliases:1 contains a NUL byte and is not text; /etc/aliases:2 is not understood",
		"?\n?\n?\n?\n":         "0 /etc/aliases:1 is not understood; /etc/aliases:2 is not understood; /etc/aliases:3 is not understood; and 1 more line",
		"?\n?\n?\n?\n?\n\n\n":  "0 /etc/aliases:1 is not understood; /etc/aliases:2 is not understood; /etc/aliases:3 is not understood; and 2 more lines",
		"a: b; no: recipient but a password\n#c\n": "1 ",
	} {
		env := aliasEnv(fakehost.New(map[string]string{"/etc/aliases": text}))
		count, said := 0, ""
		env.List(t.Context(), env.Registry.Type("alias"), func(ev onhost.ListEvent) {
			count += len(ev.Found)
			if ev.Err != nil {
				said = ev.Err.Error()
			}
		})
		if got := string(rune('0'+count)) + " " + said; got != want {
			t.Errorf("%q: %s\nwant %s", text, got, want)
		}
	}
}

// A file that is not text is not written; a file with an unknown line is, and
// the line stays.
func TestDamageIsNotWritten(t *testing.T) {
	for text, want := range map[string]string{
		"a: b\n\x00\n":   "/etc/aliases:2 contains a NUL byte and is not text",
		"a\x00: b\n?\n":  "/etc/aliases:1 contains a NUL byte and is not text",
		"# \x00\na: c\n": "/etc/aliases:1 contains a NUL byte and is not text",
		"a: b\n?\n":      "",
	} {
		fake := fakehost.New(map[string]string{"/etc/aliases": text})
		plan, err := transaction.NewPlan(t.Context(), aliasEnv(fake), []ral.Decl{
			{Type: "alias", Title: "a", Attrs: []ral.Attr{raltest.A("ensure", "present"), raltest.L("recipient", "new")}},
		})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := plan.Steps[0].Err; err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if _, err := plan.Apply(t.Context(), fake.Writer(), transaction.Options{}); err != nil {
			t.Fatal(err)
		}
		after := text
		if want == "" {
			after = "a: new\n?\n"
		}
		if is := fake.Content("/etc/aliases"); is != after {
			t.Errorf("%q became %q", text, is)
		}
	}
}

func aliasEnv(fake *fakehost.Host) *onhost.Env {
	reg := ral.NewRegistry()
	register(reg)
	return onhost.NewEnv(reg, fake.Reader(), nil)
}
