package journal

import "testing"

func TestOrigin(t *testing.T) {
	for name, c := range map[string]struct {
		origin     Origin
		who, start string
	}{
		"nothing known":  {Origin{}, "root", "ralsh apply"},
		"sudo":           {Origin{Login: "alice", Terminal: "/dev/pts/3"}, "alice as root", "ralsh apply"},
		"another host":   {Origin{Login: "alice", Client: "192.0.2.7", Sender: "alice@laptop"}, "alice as root", "ralsh apply, over ssh from 192.0.2.7, sent by alice@laptop"},
		"an order":       {Origin{Principal: "alice@example.org", Sender: "alice@laptop"}, "alice@example.org as root", "ralsh apply, by an order, sent by alice@laptop"},
		"after a log in": {Origin{Login: "bob", Principal: "alice@example.org"}, "alice@example.org as root", "ralsh apply, by an order"},
	} {
		t.Run(name, func(t *testing.T) {
			rec := &Record{Opening: Opening{User: "root", From: "ralsh apply", Origin: c.origin}}
			if who, start := rec.Who(), rec.Start(); who != c.who || start != c.start {
				t.Errorf("%q, %q", who, start)
			}
		})
	}
}
