package explain

import (
	"context"

	"ralsh/model"
	"ralsh/ral"
	"ralsh/ral/noise"
	"ralsh/ral/typedoc"
	"ralsh/ui/cli/output"
)

type describeDocument struct {
	Schema     int               `json:"schema"`
	Name       string            `json:"name"`
	Summary    string            `json:"summary"`
	Doc        string            `json:"doc"`
	Module     string            `json:"module"` // "" for a built-in type
	File       string            `json:"file"`
	Attributes []attributeItem   `json:"attributes"`
	Providers  []describedByItem `json:"providers"`
}

type attributeItem struct {
	Name     string   `json:"name"`
	Kind     string   `json:"kind"`
	Namevar  bool     `json:"namevar"`
	Doc      string   `json:"doc"`
	Values   []string `json:"values"`   // allowed words
	Patterns []string `json:"patterns"` // of other allowed values
	Features []string `json:"features"` // that a provider needs
	Example  string   `json:"example"`
	Default  any      `json:"default"` // null without a default
	Differs  string   `json:"differs"` // the class of a difference between hosts
}

type describedByItem struct {
	Name     string   `json:"name"`
	Doc      string   `json:"doc"`
	Suitable bool     `json:"suitable"`
	Default  bool     `json:"default"`
	Features []string `json:"features"`
	Module   string   `json:"module"`
	File     string   `json:"file"`
}

// describedAs returns the documentation of a type.
func describedAs(ctx context.Context, s *model.Session, t *ral.Type) describeDocument {
	doc := describeDocument{
		Schema: output.Schema, Name: t.Name, Summary: t.Summary, Doc: typedoc.Scrub(t.Doc), Module: t.Origin.Module, File: t.Origin.Pos,
		Attributes: []attributeItem{}, Providers: []describedByItem{},
	}
	for _, attr := range t.Order() {
		words, patterns := attr.AllowedText(nil)
		item := attributeItem{
			Name: attr.Name, Kind: attr.Kind.String(), Namevar: attr.Namevar, Doc: typedoc.Scrub(attr.Doc), Example: attr.Example,
			Values: append([]string{}, words...), Patterns: append([]string{}, patterns...), Features: append([]string{}, attr.Features...),
		}
		if !attr.Default.IsNil() {
			item.Default = attr.Default.Plain()
		}
		if attr.Class != noise.Chosen {
			item.Differs = attr.Class.String()
		}
		doc.Attributes = append(doc.Attributes, item)
	}
	el := s.Env.Elect(ctx, t)
	for _, p := range t.Providers() {
		c, _ := el.Candidate(p)
		doc.Providers = append(doc.Providers, describedByItem{
			Name: p.Name, Doc: typedoc.Scrub(p.Doc), Suitable: c.Suitable, Default: el.Winner == p,
			Features: append([]string{}, p.FeatureNames()...), Module: p.Origin.Module, File: p.Origin.Pos,
		})
	}
	return doc
}
