package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// The limits of messages, in bytes. The largest message, with a document and a signed order,
// is below the megabyte that a NATS server accepts.
const (
	MaxPart     = 32 << 10  // of Answer.Out
	MaxSay      = 4 << 10   // of Answer.Say and of each reason
	MaxStdin    = 384 << 10 // of Call.Stdin
	MaxOrder    = 256 << 10 // of Call.Order
	MaxArgs     = 64 << 10  // of all arguments of Call.Args
	MaxWhere    = 4 << 10   // of a filter
	MaxMessage  = 1 << 20   // of a message as it is sent
	MaxInFlight = 2         // parts of an answer that were not acknowledged
)

// The intervals of an answer. A host reports immediately that a command started, and then
// regularly that it is alive.
const (
	AliveEvery = 5 * time.Second
	AliveLimit = 20 * time.Second // without any message, after which a host counts as lost
	BeginLimit = 5 * time.Second  // without a first message
)

// Find is a request to all hosts: the hosts that match the filter answer. An empty filter
// matches all hosts.
type Find struct {
	Call     string `json:"call"`
	Operator string `json:"operator"`
	Where    string `json:"where,omitempty"`
}

// Call is a request to a host to run a command line. A read-only command has Args; an order
// has Order and Signature, and contains its arguments.
type Call struct {
	Call      string   `json:"call"`
	Operator  string   `json:"operator"`
	Host      string   `json:"host"`
	Where     string   `json:"where,omitempty"` // checked again, because an answer to Find may be forged
	Args      []string `json:"args,omitempty"`
	Env       []string `json:"env,omitempty"` // NAME=VALUE, of the names in envNames
	Stdin     []byte   `json:"stdin,omitempty"`
	Order     []byte   `json:"order,omitempty"`
	Signature []byte   `json:"signature,omitempty"`
	MaxBytes  int64    `json:"max_bytes"` // of standard output
}

// envNames are the variables that a call may contain.
var envNames = [...]string{"LC_CTYPE", "RALSH_FROM"}

// More follows a call: it acknowledges parts, or stops the command.
type More struct {
	Call     string `json:"call"`
	Operator string `json:"operator"`
	Got      int    `json:"got,omitempty"`  // the Seq up to which all parts arrived
	Stop     int    `json:"stop,omitempty"` // 1 interrupts, 2 ends it
}

// Answer is a message of a host. A host answers Find with Here. It answers a call with Begun,
// unless the call ends immediately, then with parts of both outputs, Alive while there is no
// output, and finally one End, which may be in the last part.
type Answer struct {
	Call  string `json:"call,omitempty"`
	Host  string `json:"host,omitempty"` // set by the receiver, from the subject of the message
	Seq   int    `json:"seq,omitempty"`  // of the parts, from 1
	Begun bool   `json:"begun,omitempty"`
	Alive bool   `json:"alive,omitempty"`
	Out   []byte `json:"out,omitempty"` // of standard output
	Say   string `json:"say,omitempty"` // lines of standard error, each but the last with its end
	End   *End   `json:"end,omitempty"`
	Here  *Here  `json:"here,omitempty"`
}

// Here is the answer of a host that matches a filter.
type Here struct {
	Version string `json:"version"`          // of ralsh on the host
	System  string `json:"system,omitempty"` // example: Debian 12.11
	// Unsure is the reason why the host cannot evaluate the filter.
	Unsure string `json:"unsure,omitempty"`
	// Silent contains the time since when a host is silent. `ralsh-agent ask` sets it, not the
	// host.
	Silent string `json:"silent,omitempty"`
}

// End is the end of a command. Parts is the number of all parts, and SHA256 the checksum of
// standard output.
type End struct {
	Outcome Outcome `json:"outcome"`
	Exit    int     `json:"exit"`
	Reason  string  `json:"reason,omitempty"`
	Parts   int     `json:"parts"`
	SHA256  string  `json:"sha256,omitempty"`
}

// Outcome is how a command ended.
type Outcome string

// The outcomes. NotMeant is a host that the filter does not mean.
const (
	Ended    Outcome = "ended"
	Refused  Outcome = "refused"
	NotMeant Outcome = "not_meant"
	TooMuch  Outcome = "too_much" // it printed more than MaxBytes, and was stopped
	Lost     Outcome = "lost"     // the agent does not know how it ended; it may go on
	// `ralsh-agent ask` sets NotReached, not the host.
	NotReached Outcome = "not_reached"
)

var errTooLarge = errors.New("the message is too large")

// Encode returns a message as it is sent.
func Encode(message any) ([]byte, error) {
	data, err := json.Marshal(message)
	if err == nil && len(data) > MaxMessage {
		err = errTooLarge
	}
	return data, err
}

// Decode reads a message of a different process or host, and checks its limits.
func Decode[M Find | Call | More | Answer | Ask | Hello | Beat](data []byte) (M, error) {
	var m M
	if len(data) > MaxMessage {
		return m, errTooLarge
	}
	if err := json.Unmarshal(data, &m); err != nil {
		return m, fmt.Errorf("cannot parse the message: %w", err)
	}
	if err := any(&m).(interface{ check() error }).check(); err != nil {
		var none M
		return none, err
	}
	return m, nil
}

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

// BeatEvery is the approximate interval of heartbeats, in seconds.
const BeatEvery = 60

// MaxEntry limits the data that a host writes into a bucket, and MaxExpanded the unpacked
// data, in bytes.
const (
	MaxEntry    = 512 << 10
	MaxExpanded = 16 << 20
)

// Beat is the heartbeat of a host, sent every minute.
type Beat struct {
	Version string `json:"version"`
	System  string `json:"system,omitempty"`
	Boot    string `json:"boot,omitempty"`  // number of the boot, of the kernel
	Facts   string `json:"facts,omitempty"` // SHA-256 of the facts
}

func (m *Beat) check() error {
	return limited("the beat", max(len(m.Version), len(m.System), len(m.Boot), len(m.Facts)), MaxSay)
}
