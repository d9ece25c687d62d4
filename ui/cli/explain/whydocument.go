package explain

import (
	"context"

	"ralsh/model"
	"ralsh/model/export"
	"ralsh/ral"
	"ralsh/ui/cli/output"
)

type whyDocument struct {
	Schema    int            `json:"schema"`
	Type      string         `json:"type"`
	Rule      string         `json:"rule"` // why the default is elected
	Providers []providerItem `json:"providers"`
	Facts     []factUseItem  `json:"facts"`
	Resource  *whyItem       `json:"resource,omitempty"`
}

type factUseItem struct {
	Name  string  `json:"name"`
	Value any     `json:"value"` // null if it is not known
	From  string  `json:"from"`
	Error *string `json:"error"`
}

// whyItem explains a resource.
type whyItem struct {
	Title      string        `json:"title"`
	Provider   string        `json:"provider"` // "" for none
	Because    string        `json:"because"`
	Error      *string       `json:"error"`
	Seen       []seenItem    `json:"seen"`
	Findings   []string      `json:"findings"`
	Properties []whyProperty `json:"properties"`
}

type seenItem struct {
	Provider string  `json:"provider"`
	Present  bool    `json:"present"`
	Local    bool    `json:"local"`
	From     string  `json:"from"`
	Error    *string `json:"error"`
}

type whyProperty struct {
	Name    string   `json:"name"`
	Value   any      `json:"value"` // null if it is secret or not known
	Unknown string   `json:"unknown"`
	Secret  bool     `json:"secret"`
	From    string   `json:"from"`
	Lacks   []string `json:"lacks"` // features that the provider lacks
}

// whyAs returns the choice of provider of a type.
func whyAs(ctx context.Context, s *model.Session, t *ral.Type) whyDocument {
	c := s.Choose(ctx, t)
	doc := whyDocument{Schema: output.Schema, Type: t.Name, Rule: c.Election.Why(), Providers: []providerItem{}, Facts: []factUseItem{}}
	for _, sv := range c.All {
		doc.Providers = append(doc.Providers, item(c, sv))
	}
	for _, use := range s.FactsOf(ctx, t) {
		doc.Facts = append(doc.Facts, factUseItem{Name: use.Name, Value: use.Value.Plain(), From: use.From, Error: textOf(use.Err)})
	}
	return doc
}

// textOf returns the text of an error, or nil.
func textOf(err error) *string {
	if err == nil {
		return nil
	}
	text := err.Error()
	return &text
}

// whyResourceAs returns who manages a resource, and where its properties were read.
func (a whyCommand) whyResourceAs(ctx context.Context, s *model.Session, t *ral.Type, name string, attrs []*ral.Attribute) *whyItem {
	target, err := s.Resolve(ctx, t, name, "")
	why := &whyItem{Title: name, Error: textOf(err), Seen: []seenItem{}, Findings: []string{}, Properties: []whyProperty{}}
	if target.Provider != nil {
		why.Provider, why.Because, why.Error = target.Provider.Name, a.handledBecause(target, s.Choose(ctx, t)), nil
	}
	for _, seen := range target.Seen {
		item := seenItem{Provider: seen.Provider.Name, Error: textOf(seen.Err)}
		if seen.Err == nil {
			item.Present, item.Local, item.From = seen.Found.Present(), seen.Found.Local, seen.Found.From
		}
		why.Seen = append(why.Seen, item)
	}
	if target.Found == nil {
		return why
	}
	why.Findings = append(why.Findings, target.Found.Findings()...)
	shown := export.InstanceJSON(target.Found, false)
	for _, attr := range attrs {
		if attr.Kind != ral.Property {
			continue
		}
		is := target.Found.Get(attr.Name)
		why.Properties = append(why.Properties, whyProperty{
			Name: attr.Name, Value: shown.Properties[attr.Name], Unknown: shown.Unknown[attr.Name], Secret: is.IsSecret(),
			From: target.Found.Source(attr.Name), Lacks: append([]string{}, target.Provider.Lacks(attr)...),
		})
	}
	return why
}
