package model

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"ralsh/ral"
	"ralsh/ral/host/attached"
	"ralsh/ral/host/local"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// The errors of the terminal UI of a Handover if its plan was not applied, or only in part.
var (
	ErrNotApplied    = errors.New("the plan was not applied; no changes were made")
	ErrPartlyApplied = errors.New("the plan was applied only in part")
)

// HandoverFlag is the flag of a ralsh that reads a Handover from standard input.
const HandoverFlag = "handover"

// maxHandover limits the form of a Handover, in bytes.
const maxHandover = 64 << 20

// Handover is a plan that a user has confirmed and a different account, usually
// root, applies. It is only sent over a pipe, because it contains secrets in the
// clear.
type Handover struct {
	Decls  []ral.Decl
	digest string
	key    []byte // of the fingerprints of secrets in this digest
}

// handoverForm is the JSON form.
type handoverForm struct {
	Digest string         `json:"digest"`
	Key    []byte         `json:"key"`
	Decls  []handoverDecl `json:"decls"`
}

// handoverDecl is a declaration with the kinds of its values.
type handoverDecl struct {
	ral.Decl
	Attrs    []handoverAttr
	Deferred struct{} // hides the one of Decl: drafts have none
}

type handoverAttr struct {
	Name, Pos string
	Value     value.Exact
}

// HandOver returns the form of a plan that the user confirmed.
func (s *Session) HandOver(plan *transaction.Plan, decls []ral.Decl) ([]byte, error) {
	form := handoverForm{Key: make([]byte, sha256.Size)}
	_, _ = rand.Read(form.Key) // it never fails
	form.Digest = plan.Digest(keyed(form.Key))
	for _, d := range decls {
		h := handoverDecl{Decl: d}
		for _, a := range d.Attrs {
			h.Attrs = append(h.Attrs, handoverAttr{a.Name, a.Pos, value.Exact{Value: a.Value}})
		}
		form.Decls = append(form.Decls, h)
	}
	return json.Marshal(form)
}

// ReadHandover reads the form of a plan.
func ReadHandover(r io.Reader) (*Handover, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxHandover+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxHandover {
		return nil, fmt.Errorf("the plan is too long (at most %s)", size(maxHandover))
	}
	var form handoverForm
	if err := json.Unmarshal(data, &form); err != nil {
		return nil, fmt.Errorf("the input is not a plan of ralsh: %w", err)
	}
	if len(form.Key) != sha256.Size || len(form.Decls) == 0 {
		return nil, errors.New("the input is not a plan of ralsh")
	}
	h := &Handover{digest: form.Digest, key: form.Key}
	for _, d := range form.Decls {
		d.Decl.Attrs = nil
		for _, a := range d.Attrs {
			d.Decl.Attrs = append(d.Decl.Attrs, ral.Attr{Name: a.Name, Pos: a.Pos, Value: a.Value.Value})
		}
		h.Decls = append(h.Decls, d.Decl)
	}
	return h, nil
}

// Confirms reports whether a plan equals the plan that the user has confirmed.
func (h *Handover) Confirms(plan *transaction.Plan) bool {
	return h.digest == plan.Digest(keyed(h.key))
}

// keyed returns fingerprints of secrets with a key.
func keyed(key []byte) func(secret string) string {
	return func(secret string) string {
		sum := hmac.New(sha256.New, key)
		sum.Write([]byte(secret))
		return hex.EncodeToString(sum.Sum(nil))
	}
}

// Escalator returns the installed program with which this user may become root,
// "sudo" or "doas", or "".
func (s *Session) Escalator(ctx context.Context) string {
	rd := s.Env.Reader()
	if s.Root() != "/" {
		rd = local.Machine().Reader()
	}
	for _, name := range []string{"sudo", "doas"} {
		if _, err := rd.Find(ctx, name); err == nil {
			return name
		}
	}
	return ""
}

// HandedOver runs a ralsh as root that applies a plan, with the terminal. It has
// the methods that Bubble Tea requires. If the plan was not applied as a whole,
// the error of Run contains the last lines of standard error, which may be lines
// of the escalator.
func (s *Session) HandedOver(ctx context.Context, escalator string, form []byte) *Visit {
	args := append([]string{"--on", escalator}, s.flags()...)
	return newVisit(escalator, attached.NewOwnInteractive(ctx, form, append(args, "--"+HandoverFlag)...))
}
