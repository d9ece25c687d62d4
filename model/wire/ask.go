package wire

import "errors"

// Ask is a message from ralsh to `ralsh-agent ask`, with exactly one field set. The reply is a
// Hello, then the answers of hosts. The last answer to Find has an End.
type Ask struct {
	Find *Find `json:"find,omitempty"`
	Call *Call `json:"call,omitempty"`
	More *More `json:"more,omitempty"`
}

func (m *Ask) check() error {
	switch {
	case m.Find != nil && m.Call == nil && m.More == nil:
		return m.Find.check()
	case m.Call != nil && m.Find == nil && m.More == nil:
		return m.Call.check()
	case m.More != nil && m.Find == nil && m.Call == nil:
		return m.More.check()
	}
	return errors.New("the message must have exactly one of the fields find, call and more")
}

// Hello is the first message of `ralsh-agent ask`: the operator, and the key for signatures.
// After a failure it contains only Reason.
type Hello struct {
	Operator  string `json:"operator"`
	Principal string `json:"principal"`
	Key       string `json:"key,omitempty"` // path for ssh-keygen(1), may be empty
	Reason    string `json:"reason,omitempty"`
}

func (m *Hello) check() error {
	if err := limited("a line", max(len(m.Principal), len(m.Key), len(m.Reason)), MaxSay); err != nil || m.Reason != "" {
		return err
	}
	return CheckName(m.Operator)
}
