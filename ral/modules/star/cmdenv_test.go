package star_test

import (
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/local"
	"ralsh/ral/modules/star"
	"ralsh/ral/onhost"
)

// The variables of a command are those of each of its calls, and a call's own come over
// them. A secret is none, as everybody can read a process's environment.
func TestCommandEnvironment(t *testing.T) {
	rd := local.Machine().Reader()
	env := environment(t, widget(`prop("a")`)+`provider("p", type = "widget", set = lambda self, name, value: None,
    commands = {"env": command("env", looks = [[]], env = {"RALSH_A": "1", "RALSH_B": "2"})},
    retrieve = lambda self: {"a": " ".join(sorted([line for line in self.cmd.env(env = {"RALSH_B": "3"}).lines if line.startswith("RALSH_A=") or line.startswith("RALSH_B=")]))})`, rd)
	r, _ := env.Build(t.Context(), ral.Decl{Type: "widget", Title: "w"})
	inst, err := onhost.NewRun(env, rd).Retrieve(t.Context(), r)
	if err != nil || inst.Get("a").Text() != "RALSH_A=1 RALSH_B=3" {
		t.Errorf("%v, %v", inst, err)
	}
	for code, want := range map[string]string{
		`command("env", env = {"A": secret("x")})`: "command: env A must be a string, not a secret",
		`command("env", env = {"A": None})`:        "command: env A must be a string, not None",
		`command("env", env = {7: "x"})`:           "command: env",
		`command("env", env = ["A=1"])`:            `command: for parameter "env": got a list, want a dict`,
	} {
		_, err := star.NewSpace().Load(t.Context(), star.Source{Module: "m", Path: "t.star", Text: []byte("x = " + code)})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", code, err, want)
		}
	}
}
