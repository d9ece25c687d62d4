package orders

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"ralsh/ral/host/ownfiles"
)

const (
	ordersFile   = "orders.jsonl"
	unsignedFile = "unsigned.jsonl"
	oldSuffix    = ".old"
)

// The limits of a file of records, and of the reason in a record, in bytes.
const (
	maxRecords = 8 << 20
	maxReason  = 1 << 10
)

// Record is an event of an order. An accepted order has two records: begun and ended.
type Record struct {
	When      time.Time `json:"when"`
	Outcome   Outcome   `json:"outcome"`
	Principal string    `json:"principal,omitempty"` // according to the order
	Signed    bool      `json:"signed"`              // with a key that this host accepts
	Operator  string    `json:"operator,omitempty"`  // the sender, according to the NATS server
	Nonce     string    `json:"nonce,omitempty"`
	Args      []string  `json:"args,omitempty"` // without values
	Plan      string    `json:"plan,omitempty"`
	Exit      *int      `json:"exit,omitempty"` // of ralsh, if it ran to its end
	Reason    string    `json:"reason,omitempty"`
}

// Outcome is the outcome of an order.
type Outcome string

// The outcomes of orders. An order that has begun and not ended is running, or the host went
// down.
const (
	Refused Outcome = "refused"
	Begun   Outcome = "begun"
	Ended   Outcome = "ended"
)

// write appends a record. A record of a signed order is synced to disk; records of other
// orders are not, to keep a flood cheap.
func (r Record) write(state *ownfiles.State) error {
	name := ordersFile
	if !r.Signed {
		name = unsignedFile
	}
	if len(r.Reason) > maxReason {
		r.Reason = r.Reason[:maxReason]
	}
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	last, size, err := state.ReadPart(name, -1, 1)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if size > maxRecords {
		if err := rotate(state, name); err != nil {
			return err
		}
		last = nil
	}
	if len(last) == 1 && last[0] != '\n' { // the disk was full, or this host went down
		line = append([]byte{'\n'}, line...)
	}
	if err := state.Append(name, append(line, '\n'), r.Signed); err != nil {
		return fmt.Errorf("cannot write the record of orders: %w", err)
	}
	return nil
}

// rotate renames a full file. If a different process renames the file concurrently, this
// process appends to the remaining file.
func rotate(state *ownfiles.State, name string) error {
	unlock, err := state.Lock("rotate.lock", "ralsh-agent")
	if _, held := errors.AsType[*ownfiles.HeldError](err); held {
		return nil
	}
	if err != nil {
		return err
	}
	_, size, err := state.ReadPart(name, 0, 0)
	if err == nil && size > maxRecords {
		err = state.Rename(name, name+oldSuffix)
	}
	return errors.Join(err, unlock())
}

// maxRead limits the read of a file of records: concurrent processes may have exceeded
// maxRecords.
const maxRead = 2 * maxRecords

// records returns the records of a file and of its predecessor, in the order of writing. It
// skips incomplete lines.
func records(state *ownfiles.State, name string) ([]Record, error) {
	var list []Record
	for _, name := range []string{name + oldSuffix, name} {
		data, _, err := state.ReadPart(name, 0, maxRead)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for line := range bytes.Lines(data) {
			var r Record
			if json.Unmarshal(line, &r) == nil {
				list = append(list, r)
			}
		}
	}
	return list, nil
}

// The limits of a command line in a record.
const (
	maxWord  = 80
	maxWords = 40
)

// struck replaces the removed part of a word.
const struck = "[...]"

// strike removes possible secrets from a command line: each word ends before the value of an
// attribute, and before the first character that is unusual for a name, path or flag.
func strike(args []string) []string {
	var list []string
	for _, word := range args {
		if len(list) == maxWords {
			return append(list, struck)
		}
		plain := func(r rune) bool {
			return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./@:,+", r)
		}
		end := strings.IndexFunc(word, func(r rune) bool { return !plain(r) })
		if end >= 0 && word[end] == '=' {
			end++ // keep the equals sign after the name
		}
		if end < 0 && len(word) > maxWord {
			end = maxWord
		}
		if end >= 0 {
			word = word[:min(end, maxWord)] + struck
		}
		list = append(list, word)
	}
	return list
}
