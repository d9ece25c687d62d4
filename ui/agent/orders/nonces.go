package orders

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"ralsh/model/order"
	"ralsh/ral/host"
)

const nonces = "nonces"

// claim notes the nonce of an order on the disk. An order that was claimed before is refused,
// and so is one whose nonce cannot be noted.
func claim(state *host.State, o *order.Order, now time.Time) error {
	forget(state, now)
	until, err := o.Forgotten().MarshalText()
	if err != nil {
		return err
	}
	err = state.Claim(nonces+"/"+o.Nonce, until)
	if errors.Is(err, fs.ErrExist) {
		return errors.New("the order was accepted before; a host accepts each order once")
	}
	if err != nil {
		return fmt.Errorf("cannot record the order, so it is rejected: %w", err)
	}
	return nil
}

// forget removes the nonces of orders that are too old to be taken. One that cannot be read
// was just made, or stays.
func forget(state *host.State, now time.Time) {
	names, err := state.List(nonces)
	if err != nil {
		return // claim has the error too
	}
	for _, name := range names {
		var until time.Time
		text, err := state.Read(nonces + "/" + name)
		if err == nil && until.UnmarshalText(text) == nil && now.After(until) {
			_ = state.Remove(nonces + "/" + name) // the next order tries again
		}
	}
}
