package journal

import "cmp"

// Origin is who is behind the account of a run, and where from, as far as the machine
// knows. Each field is "" if it is not known.
type Origin struct {
	Login     string `json:"login,omitempty"`     // the account that logged in, if it differs from the account of the run
	Terminal  string `json:"terminal,omitempty"`  // "/dev/pts/3"
	Client    string `json:"client,omitempty"`    // the address that an ssh connection comes from
	Sender    string `json:"said,omitempty"`      // the sender of the command line, as the sender states: "alice@laptop"
	Principal string `json:"principal,omitempty"` // the owner of the key that signed the order of the run
}

// Who returns the account of a run, and who logged in to use it or signed an order for it:
// "alice as root".
func (rec *Record) Who() string {
	who := cmp.Or(rec.Principal, rec.Login)
	if who == "" {
		return rec.User
	}
	return who + " as " + rec.User
}

// Start returns how a run was started, and from where: "ralsh apply, over ssh from
// 192.0.2.7".
func (rec *Record) Start() string {
	text := rec.From
	add := func(words, value string) {
		if value == "" {
			return
		}
		if text != "" {
			text += ", "
		}
		text += words + value
	}
	if rec.Principal != "" {
		add("by an ", "order")
	}
	add("over ssh from ", rec.Client)
	add("sent by ", rec.Sender)
	return text
}
