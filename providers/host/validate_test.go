package hosts

import (
	"strings"
	"testing"

	"ralsh/ral/host/fakehost"
)

func TestValidation(t *testing.T) {
	fake := fakehost.New(map[string]string{"/etc/hosts": ""})
	s := newStage(t, fake.Reader(), fake.Writer())
	for _, c := range []struct{ name, attr, value, want string }{
		{"aa", "ip", "10.0.0.1", ""},
		{"aa", "ip", "010.0.0.1", ""},
		{"aa", "ip", "fe80::1%eth0", ""},
		{"aa", "ip", "::ffff:10.0.0.1", ""},
		{"aa", "ip", "10.0.0", `Invalid IP address "10.0.0"`},
		{"aa", "ip", "10.0.0.256", `Invalid IP address "10.0.0.256"`},
		{"aa", "ip", "10.0.0.1\n", `Invalid IP address "10.0.0.1\n"`},
		{"aa", "ip", "1:2:3", `Invalid IP address "1:2:3"`},
		{"a_b.c-d.e", "ip", "10.0.0.1", ""},
		{"-a", "ip", "10.0.0.1", "Invalid host name"},
		{"a..b", "ip", "10.0.0.1", "Invalid host name"},
		{"aa\nbb", "ip", "10.0.0.1", "Hostname cannot include newline"},
		{"aa", "host_aliases", "a b", "Host aliases cannot include whitespace"},
		{"aa", "host_aliases", "", "Host alias cannot be an empty string"},
		{"aa", "comment", "a\rb", "Comment cannot include newline"},
	} {
		_, diags := s.env.Build(t.Context(), decl(c.name, text(c.attr, c.value)))
		err := diags.Err()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%q %s %q: got %v, want %q", c.name, c.attr, c.value, err, c.want)
		}
	}
}

func FuzzFormat(f *testing.F) {
	for _, line := range strings.SplitAfter(sample, "\n") {
		f.Add(line)
	}
	f.Fuzz(func(t *testing.T, data string) {
		file := format().Parse([]byte(data))
		if string(file.Bytes()) != data {
			t.Fatalf("%q is written back as %q", data, file.Bytes())
		}
		for _, r := range file.Records() {
			text, err := format().Write(r)
			if err != nil {
				t.Fatalf("%q cannot be written: %v", data, err)
			}
			again := format().Parse([]byte(text)).Records()
			if r.Type == "parsed" && (len(again) != 1 || again[0].Text("name") != r.Text("name") || again[0].Text("ip") != r.Text("ip")) {
				t.Fatalf("%q is written as %q and read as %v", data, text, again)
			}
		}
	})
}
