package orders

import (
	"errors"
	"fmt"
	"io/fs"
	"time"

	"ralsh/model/order"
	"ralsh/ral/host/ownfiles"
)

const nonces = "nonces"

// claim records the nonce of an order on disk. It rejects an order with a known nonce, and an
// order whose nonce cannot be recorded.
func claim(state *ownfiles.State, o *order.Order, now time.Time) error {
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

// forget removes the nonces of expired orders. It keeps an unreadable file, which may be new.
func forget(state *ownfiles.State, now time.Time) {
	names, err := state.List(nonces)
	if err != nil {
		return // claim returns the same error
	}
	for _, name := range names {
		var until time.Time
		text, err := state.Read(nonces + "/" + name)
		if err == nil && until.UnmarshalText(text) == nil && now.After(until) {
			_ = state.Remove(nonces + "/" + name) // the next order tries again
		}
	}
}
