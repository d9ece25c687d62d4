package ral

import (
	"context"
	"slices"
)

// Message is a message of the provider's code about a resource, as in Puppet's log.
// Level is notice, warning or err.
type Message struct {
	Level string `json:"level"`
	Text  string `json:"text"`
}

// String returns the text, with the level if it is more than a notice.
func (m Message) String() string {
	switch m.Level {
	case "notice":
		return m.Text
	case "err":
		return "error: " + m.Text
	}
	return m.Level + ": " + m.Text
}

// mostMessages limits the messages about a resource.
const mostMessages = 100

// AddMessage appends a message to a list, unless it is there already.
func AddMessage(list []Message, m Message) []Message {
	if len(list) >= mostMessages || slices.Contains(list, m) {
		return list
	}
	return append(list, m)
}

type messagesKey struct{}

// WithMessages returns a context with which Say passes messages to a function.
func WithMessages(ctx context.Context, to func(Message)) context.Context {
	return context.WithValue(ctx, messagesKey{}, to)
}

// Say passes a message to the function of WithMessages. Without a function it does
// nothing.
func Say(ctx context.Context, m Message) {
	if to, ok := ctx.Value(messagesKey{}).(func(Message)); ok {
		to(m)
	}
}
