package tui

import (
	"strings"
	"testing"

	"ralsh/ui/tui/kittest"
)

// The basket is filtered like every list, and typed text is not handled as
// keys.
func TestBasketFilter(t *testing.T) {
	d, _ := kitDrive(t)
	kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash")
	kittest.StageChange(t, d.app.sh, "user", "bob", "expiry", "tomorrow")
	kittest.StageChange(t, d.app.sh, "service", "sshd", "ensure", "running")
	d.press("b /")
	d.typed("usher")
	d.says("no draft matches \"usher\"", "/usher_ 0 of 3")
	d.press("backspace backspace backspace")
	d.typed("er")
	d.says("/user_ 2 of 3", "user deploy", "user bob")
	d.lacks("service sshd")
	d.press("enter esc")
	d.says("service sshd", "2 of 3 will be applied")
	d.press("!")
	d.says("! 1 of 3", "user bob")
	d.lacks("user deploy")
	d.press("space")
	d.says("! 1 of 3", "omitted, invalid")
	d.press("!")
	d.says("user deploy", "omitted")
	d.press("G")
	d.says("omitted, invalid: expiry is invalid")
}

// y in the basket copies the desired state as code, without secrets.
func TestBasketCopy(t *testing.T) {
	for format, want := range map[string]string{
		"j":     "user { 'deploy':\n  shell => '/bin/bash',\n",
		"j j":   "shell: \"/bin/bash\"",
		"j j j": "\"properties\": {\n    \"shell\": \"/bin/bash\"\n",
	} {
		d, _ := kitDrive(t)
		kittest.StageChange(t, d.app.sh, "user", "deploy", "shell", "/bin/bash", "password", "hunter2")
		d.press("b y " + format + " enter")
		if len(d.copied) != 1 || !strings.Contains(d.copied[0], want) || strings.Contains(d.copied[0], "hunter2") {
			t.Errorf("%s: copied %q, want %q", format, d.copied, want)
		}
	}
}
