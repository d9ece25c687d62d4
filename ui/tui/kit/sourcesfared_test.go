package kit

import (
	"errors"
	"testing"

	"ralsh/model/listings"
)

// A source that has listed something before it failed is not said to have listed nothing.
func TestSourcesFared(t *testing.T) {
	part, none := &listings.Source{Count: 7, Err: errors.New("it hangs")}, &listings.Source{Err: errors.New("it hangs")}
	if got := SourcesFared(part); got != " listed a part" {
		t.Errorf("with instances: %q", got)
	}
	if got := SourcesFared(part, none); got != " cannot list" {
		t.Errorf("with and without instances: %q", got)
	}
}
