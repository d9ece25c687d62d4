package wire

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// The bounds of messages, in bytes. The largest one, with a document and a signed order, is
// below the megabyte that a NATS server takes.
const (
	MaxPart     = 32 << 10  // of Answer.Out
	MaxSay      = 4 << 10   // of Answer.Say and of each reason
	MaxStdin    = 384 << 10 // of Call.Stdin
	MaxOrder    = 256 << 10 // of Call.Order
	MaxArgs     = 64 << 10  // of all words of Call.Args
	MaxWhere    = 4 << 10   // of a filter
	MaxMessage  = 1 << 20   // of a message as it is sent
	MaxInFlight = 2         // parts of an answer that were not acknowledged
)

// The times of an answer. A host that begins says so at once, and then that it is alive.
const (
	AliveEvery = 5 * time.Second
	AliveLimit = 20 * time.Second // without any message, after which a host counts as lost
	BeginLimit = 5 * time.Second  // without a first message
)

// Find asks all hosts which of them a filter means. An empty filter means all.
type Find struct {
	Call     string `json:"call"`
	Operator string `json:"operator"`
	Where    string `json:"where,omitempty"`
}

// Call asks one host for a command line. A look has Args; an order has Order and Signature,
// and its arguments are in the order.
type Call struct {
	Call      string   `json:"call"`
	Operator  string   `json:"operator"`
	Host      string   `json:"host"`
	Where     string   `json:"where,omitempty"` // asked again, since an answer to Find may be forged
	Args      []string `json:"args,omitempty"`
	Env       []string `json:"env,omitempty"` // NAME=VALUE, of the names in envNames
	Stdin     []byte   `json:"stdin,omitempty"`
	Order     []byte   `json:"order,omitempty"`
	Signature []byte   `json:"signature,omitempty"`
	MaxBytes  int64    `json:"max_bytes"` // of standard output
}

// envNames are the variables that a call may set.
var envNames = [...]string{"LC_CTYPE", "RALSH_FROM"}

// More follows a call: it acknowledges parts, or stops the command.
type More struct {
	Call     string `json:"call"`
	Operator string `json:"operator"`
	Got      int    `json:"got,omitempty"`  // the Seq up to which all parts came
	Stop     int    `json:"stop,omitempty"` // 1 interrupts, 2 ends it
}

// Answer is a message of a host. A host answers Find with Here, and a call with Begun unless it
// ends at once, parts of both outputs, Alive while there is nothing else, and one End, which
// the last part may be in.
type Answer struct {
	Call  string `json:"call,omitempty"`
	Host  string `json:"host,omitempty"` // set by who receives it, of the subject it came on
	Seq   int    `json:"seq,omitempty"`  // of the parts, from 1
	Begun bool   `json:"begun,omitempty"`
	Alive bool   `json:"alive,omitempty"`
	Out   []byte `json:"out,omitempty"` // of standard output
	Say   string `json:"say,omitempty"` // lines of standard error, each but the last with its end
	End   *End   `json:"end,omitempty"`
	Here  *Here  `json:"here,omitempty"`
}

// Here is what a host says of itself when a filter means it.
type Here struct {
	Version string `json:"version"`          // of ralsh there
	System  string `json:"system,omitempty"` // such as Debian 12.11
	// Unsure says why the host cannot know whether the filter means it.
	Unsure string `json:"unsure,omitempty"`
	// Silent says since when a host is silent. It is said by `ralsh-agent ask`, not by a host.
	Silent string `json:"silent,omitempty"`
}

// End is the end of a command. Parts is the number of all parts, and SHA256 of what was
// printed on standard output.
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
	// NotReached is said by `ralsh-agent ask`, not by a host.
	NotReached Outcome = "not_reached"
)

// errTooLarge is a message over its bounds.
var errTooLarge = errors.New("the message is too large")

// Encode returns a message as it is sent.
func Encode(message any) ([]byte, error) {
	data, err := json.Marshal(message)
	if err == nil && len(data) > MaxMessage {
		err = errTooLarge
	}
	return data, err
}

// Decode reads a message of another process or host, and checks its bounds.
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
