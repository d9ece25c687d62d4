package journal

import (
	"crypto/pbkdf2"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
)

// redactor keeps secrets out of a run's lines. It learns them from what is declared
// and from what is found, and strikes them out of every text, wherever they
// come up: a tool may repeat a password in its message.
type redactor struct {
	salt    []byte
	secrets []string
	prints  map[string]string
}

func newMask(salt []byte) *redactor { return &redactor{salt: salt, prints: make(map[string]string)} }

// The fingerprint is slow on purpose: short secrets could be guessed from a
// fast one.
const rounds = 100_000

func (red *redactor) fingerprint(text string) string {
	if known := red.prints[text]; known != "" {
		return known
	}
	sum, err := pbkdf2.Key(sha256.New, text, red.salt, rounds, 16)
	if err != nil { // a salt that FIPS mode does not take
		return "none"
	}
	red.prints[text] = hex.EncodeToString(sum)
	return red.prints[text]
}

// guessable is the length up to which a text is not struck out of others: it
// would be found everywhere.
const guessable = 3

func (red *redactor) learn(v value.Value) {
	v = v.Reveal()
	for _, item := range v.Items() {
		red.learn(item)
	}
	for _, p := range v.Pairs() {
		red.learn(p.Value)
	}
	if text := v.Raw(); v.Kind() == value.String && len(text) > guessable && !slices.Contains(red.secrets, text) {
		red.secrets = append(red.secrets, text)
	}
}

// learnAll learns what is secret about a resource: sensitive attributes, as
// declared and as found, and what its writes keep to themselves.
func (red *redactor) learnAll(s *transaction.Step) {
	t := s.Resource.Type
	for _, a := range s.Decl.Attrs {
		if attr := t.Attr(a.Name); a.Value.IsSecret() || attr != nil && attr.Sensitive || s.Resource.HidesContent(a.Name) {
			red.learn(a.Value)
		}
	}
	for _, found := range []*ral.Instance{s.Found, s.Now} {
		red.learnInstance(s.Resource, found)
	}
	for _, d := range s.Results {
		if d.Act.Secret {
			red.learn(value.Str(string(d.Act.After)))
			red.learn(value.Str(string(d.Act.Before)))
		}
	}
}

func (red *redactor) learnInstance(r *ral.Resource, found *ral.Instance) {
	if found == nil {
		return
	}
	for _, a := range found.Type.Properties() {
		if v := found.Get(a.Name); a.Sensitive || v.IsSecret() || r.HidesContent(a.Name) {
			red.learn(v)
		}
	}
}

func (red *redactor) holds(text string) bool {
	return slices.ContainsFunc(red.secrets, func(s string) bool { return strings.Contains(text, s) })
}

func (red *redactor) clean(text string) string {
	for _, s := range red.secrets {
		text = strings.ReplaceAll(text, s, value.Redacted)
	}
	return text
}

func (red *redactor) cleanError(err error) string {
	if err == nil {
		return ""
	}
	return red.clean(err.Error())
}
