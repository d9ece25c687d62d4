package star_test

import (
	"context"
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

// The mask of a secret never reaches the host, however a provider obtains it;
// the content of the secret does.
func TestMaskIsNeverWritten(t *testing.T) {
	for expr, bad := range map[string]bool{
		`self.fs.write("/x", value)`:                                     false,
		`self.fs.write("/x", "pw=" + value.reveal())`:                    false,
		`self.fs.write("/x", "pw=%s" % value.reveal())`:                  false,
		`self.cmd.tool("set", stdin = value)`:                            false,
		`self.fs.write("/x", str(value))`:                                true,
		`self.fs.write("/x", "pw=" + str(value) + "\n")`:                 true,
		`self.fs.write("/x", "pw=%s" % value)`:                           true,
		`self.fs.write("/x", "pw={}".format(value))`:                     true,
		`self.fs.write("/x", str([value]))`:                              true,
		`self.fs.write("/x", repr(value))`:                               true,
		`self.fs.write("/x", [value])`:                                   false,
		`self.fs.symlink("/x", str(value))`:                              true,
		`self.cmd.tool("set", str(value))`:                               true,
		`self.cmd.tool("set", stdin = str(value))`:                       true,
		`self.cmd.tool("set", env = {"PW": str(value)})`:                 true,
		`self.fs.write("/speaks", self.fs.read("/speaks") + "b")`:        false,
		`self.fs.write("/speaks", self.fs.read("/speaks") + str(value))`: true,
	} {
		fake := fakehost.New(map[string]string{"/speaks": "# shows [redacted]\n"})
		fake.Command("/usr/bin/tool")
		got := ""
		fake.Handle("tool", func(_ context.Context, _ *fakehost.Host, cmd host.Command) host.Result {
			got = strings.Join(cmd.Args, " ") + " " + string(cmd.Stdin)
			return host.Result{}
		})
		env := environment(t, `
def _set(self, name, value):
    `+expr+`
newtype("widget", attrs = [param("name", namevar = True), prop("p", sensitive = True)])
provider("p", type = "widget", commands = {"tool": command("tool")}, retrieve = lambda self: {"p": secret("old")}, set = _set)`, fake.Reader())
		r, diags := env.Build(t.Context(), ral.Decl{Type: "widget", Title: "n", Attrs: attrs("p", "geheim")})
		if err := diags.Err(); err != nil {
			t.Fatal(err)
		}
		err := onhost.NewRun(env, fake.Reader()).Ops(r.Provider).Set(t.Context(), fake.Writer(), r, "p", value.Secret(value.Str("geheim")))
		if bad != (err != nil) {
			t.Errorf("%s: %v", expr, err)
		}
		if err != nil && (!strings.Contains(err.Error(), "use secret.reveal()") || strings.Contains(err.Error(), "geheim")) {
			t.Errorf("%s: %v", expr, err)
		}
		there, _ := fake.Reader().Exists(t.Context(), "/x")
		if bad && (there || got != "") || strings.Contains(fake.Content("/x")+got, value.Redacted) {
			t.Errorf("%s wrote %q and ran %q", expr, fake.Content("/x"), got)
		}
	}
}
