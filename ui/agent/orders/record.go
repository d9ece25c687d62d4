package orders

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"ralsh/ral/host"
)

// The files of records, in the state folder.
const (
	ordersFile   = "orders.jsonl"
	unsignedFile = "unsigned.jsonl"
	oldSuffix    = ".old"
)

// The bounds of a file of records, and of the reason in one, in bytes.
const (
	maxRecords = 8 << 20
	maxReason  = 1 << 10
)

// Record is what became of an order. An order that was taken has two: begun and ended.
type Record struct {
	When      time.Time `json:"when"`
	Outcome   Outcome   `json:"outcome"`
	Principal string    `json:"principal,omitempty"` // as the order says
	Signed    bool      `json:"signed"`              // by a key that is allowed here
	Operator  string    `json:"operator,omitempty"`  // who sent it, as the broker says
	Nonce     string    `json:"nonce,omitempty"`
	Args      []string  `json:"args,omitempty"` // without values
	Plan      string    `json:"plan,omitempty"`
	Exit      *int      `json:"exit,omitempty"` // of ralsh, if it ran to its end
	Reason    string    `json:"reason,omitempty"`
}

// Outcome is what became of an order.
type Outcome string

// The outcomes of orders. One that begun, and has not ended, runs, or this host went down.
const (
	Refused Outcome = "refused"
	Begun   Outcome = "begun"
	Ended   Outcome = "ended"
)

// write appends a record. It returns when a record of a signed order is on the disk; others
// cost no more than they must.
func (r Record) write(state *host.State) error {
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

// rotate gives a full file its old name. Another process may be about to do the same: then
// this one appends to what is there.
func rotate(state *host.State, name string) error {
	unlock, err := state.Lock("rotate.lock", "ralsh-agent")
	if _, held := errors.AsType[*host.HeldError](err); held {
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

// maxRead limits what is read of a file of records: processes that appended at the same time
// may have gone beyond maxRecords.
const maxRead = 2 * maxRecords

// records returns what a file and the one before it have, in the order in which it was
// written. Lines that are not whole are left out.
func records(state *host.State, name string) ([]Record, error) {
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
