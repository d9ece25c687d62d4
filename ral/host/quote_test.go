package host_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/raltest/real"
)

// A shell parses the quoted text to the original, and it contains no invisible
// characters.
func TestShellJoin(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"ralsh", "a=b c"}, `ralsh 'a=b c'`},
		{[]string{"", "it's"}, `'' 'it'\''s'`},
		{[]string{"content=one\ntwo\t\\n it's"}, `$'content=one\ntwo\t\\n it\'s'`},
		{[]string{"\x1b[31m", "a\u202eb", "\xff", "café\u00a0x"}, `$'\x1b[31m' $'a\xe2\x80\xaeb' $'\xff' $'café\xc2\xa0x'`},
	} {
		if got := host.ShellJoin(c.args); got != c.want {
			t.Errorf("%q is quoted as %s, want %s", c.args, got, c.want)
		}
	}
}

func TestAShellReadsItBack(t *testing.T) {
	real.Need(t, "what is quoted is read back by a shell", "bash")
	args := []string{"", "plain", "a b", "it's", `back\slash`, "$HOME `x` \"y\" !z", "new\nline\n", "tab\t", "\x1b[31mred", "\x01f\x7f", "\u202e\u200b\u00a0", "\xff\xfe0", "日本", "-n", "~", "*"}
	out, err := exec.Command("bash", "-c", `printf '%s\0' `+host.ShellJoin(args)).Output()
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"); !slices.Equal(got, args) {
		t.Errorf("read back as %q", got)
	}
}
