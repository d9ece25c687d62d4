package cron

import (
	"math/rand/v2"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/raltest"
)

// Jobs that are written together leave the crontab that they leave one by one: named,
// matched by their command, changed, removed, in files of either line ending.
func TestManyIsAsOneByOne(t *testing.T) {
	A := raltest.A
	rng := rand.New(rand.NewPCG(11, 6))
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	batched := 0
	for range 300 {
		text, end := "", pick("\n", "\n", "\r\n")
		for range rng.IntN(6) {
			job := pick("1 2 * * * /bin/a", "1 2 * * * /bin/b", "@daily /bin/c") + end
			switch rng.IntN(4) {
			case 0:
				text += "# Puppet Name: " + pick("a", "b", "c") + end + job
			case 1:
				text += pick("PATH=/bin", "# note", "") + end
			default:
				text += job
			}
		}
		if rng.IntN(3) == 0 && text != "" && end == "\n" {
			text = text[:len(text)-1]
		}
		var decls []ral.Decl
		commands := rng.Perm(4)
		for i, title := range []string{"a", "b", "c", "d"} {
			if rng.IntN(4) > 0 {
				attrs := []ral.Attr{A("user", "root"), A("ensure", pick("present", "present", "absent")), A("command", "/bin/"+[]string{"a", "b", "c", "x"}[commands[i]])}
				if rng.IntN(2) == 0 {
					attrs = append(attrs, A("minute", pick("1", "7")), A("hour", "2"))
				}
				decls = append(decls, decl(title, attrs...))
			}
		}
		batched += raltest.Alike(t, Register, func() *fakehost.Host { return tabsHost(map[string]string{"root": text}) }, decls, spoolDir+"root")
	}
	if batched == 0 {
		t.Error("no jobs were written together")
	}
}
