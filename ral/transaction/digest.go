package transaction

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"hash"

	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Digest returns the SHA-256, in hex, of the effects of applying the plan: the
// resources with all declared values, their current and desired properties, the
// certainty, and the acts with the content that they write. It excludes times and
// resources without changes, so two plans with the same effect have the same digest.
// print returns the fingerprint of a secret.
func (p *Plan) Digest(print func(secret string) string) string {
	d := digest{sha256.New(), print}
	for _, s := range p.Steps {
		if s.Status != InSync && (s.Status != Skipped || !s.OK()) {
			d.step(s)
		}
	}
	return hex.EncodeToString(d.sum.Sum(nil))
}

type digest struct {
	sum   hash.Hash
	print func(secret string) string
}

// add adds texts, so that two different lists never have the same bytes.
func (d digest) add(texts ...string) { _ = json.NewEncoder(d.sum).Encode(texts) }

func (d digest) step(s *Step) {
	provider, failed := "", ""
	if s.Resource.Provider != nil {
		provider = s.Resource.Provider.Name
	}
	if s.Err != nil {
		failed = s.Err.Error()
	}
	d.add("step", s.Ref(), provider, s.Status.String(), failed)
	for _, a := range s.Decl.Attrs {
		v := a.Value
		if s.Resource.IsSecret(a.Name) {
			v = value.Secret(v)
		}
		d.add("declared", a.Name, d.value(v))
	}
	d.add(append([]string{"refresh"}, s.Refresh...)...)
	for _, c := range s.Changes {
		d.add("change", c.Attr.Name, d.value(c.Is), d.value(c.Should), c.Status.String(), c.Certainty.String())
	}
	for _, a := range s.Acts() {
		d.act(a)
	}
}

func (d digest) value(v value.Value) string {
	switch {
	case v.IsUnknown():
		return "unknown: " + v.Reason()
	case v.IsSecret():
		return "secret: " + d.print(v.Reveal().Inspect())
	}
	return v.Inspect()
}

func (d digest) act(a host.Act) {
	copied := ""
	if a.Copied != nil {
		copied = a.Copied.Sum
	}
	d.add("act", a.String(), d.data(a, a.Stdin), d.data(a, a.Before), d.data(a, a.After), copied)
}

func (d digest) data(a host.Act, data []byte) string {
	if a.Secret && len(data) > 0 {
		return d.print(string(data))
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
