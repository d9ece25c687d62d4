package change

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ralsh/model"
	"ralsh/model/notation"
	"ralsh/ral"
	"ralsh/ral/diagnostic"
	"ralsh/ral/transaction"
	"ralsh/ral/value"
	"ralsh/ui/cli/command"
	"ralsh/ui/cli/usage"
)

// set plans a declaration from the command line, and applies it without --noop.
func (a resourceCommand) set(ctx context.Context, s *model.Session, t *ral.Type, name string, words []string, f resourceFlags) error {
	decl, plan, err := a.planSet(ctx, s, t, name, words, f)
	if err != nil && ctx.Err() == nil {
		err = a.refusedDocument(err)
	}
	if err != nil {
		return err
	}
	if err := a.announce(ctx, s, plan, f.ifPlan, false); err != nil {
		return err
	}
	line, _ := s.Command(decl)
	root := rootHint(s.User.RefusedPlan(plan), line)
	if f.noop {
		return a.planned(plan, f.runFlags, false, root)
	}
	if root != "" {
		return fmt.Errorf("%s; %w", root, errUnchanged)
	}
	a.doubts(plan)
	for _, st := range plan.Steps {
		if st.Status == transaction.Blocked || anyBlocked(st) {
			a.Say("%s cannot be planned: %s; no changes were made", st.Ref(), cmp.Or(st.LeftOut(), st.Unplanned()))
			return command.StatusError(command.Failed(f.detailed))
		}
	}
	return a.run(ctx, a.applyOf(s, plan), f.runFlags, running{showDiff: f.showDiff, after: func(rep *transaction.Report) { a.after(rep, f) }})
}

// planSet plans the declaration for the provider that the resource goes to.
func (a resourceCommand) planSet(ctx context.Context, s *model.Session, t *ral.Type, name string, words []string, f resourceFlags) (ral.Decl, *transaction.Plan, error) {
	decl, err := a.declaration(ctx, t, name, words)
	if err != nil {
		return decl, nil, err
	}
	decl.Provider = f.provider
	if err := s.Refuses(ctx, t, decl); err != nil {
		return decl, nil, asInvalid(s, err)
	}
	target, err := s.Resolve(ctx, t, name, f.provider, t.Places(decl.Attrs)...)
	if diags, ok := errors.AsType[diagnostic.Diags](err); ok && f.provider == "" && !slices.ContainsFunc(diags, func(d diagnostic.Diag) bool { return d.Attr != "" }) {
		// The type needs more than the name: the plan searches with the declared attributes.
		target.Provider, err = s.Env.Elect(ctx, t).Winner, nil
	}
	if err == nil && target.Provider == nil {
		err = a.noneSuitable(ctx, s, t)
	}
	if err != nil {
		return decl, nil, asInvalid(s, err)
	}
	decl.Provider = target.Provider.Name
	plan, err := s.PlanWith(ctx, f.options(), decl)
	return decl, plan, asInvalid(s, err)
}

// asInvalid applies invalid to diagnostics, and returns other errors unchanged.
func asInvalid(s *model.Session, err error) error {
	if diags, ok := errors.AsType[diagnostic.Diags](err); ok {
		return invalid(s, diags)
	}
	return err
}

// invalid returns an error with all diagnostics, each with valid values.
func invalid(s *model.Session, diags diagnostic.Diags) error {
	var lines []string
	for _, d := range diags {
		if d.Kind != diagnostic.Dropped {
			lines = append(lines, explained(s, d))
		}
	}
	return refused(&refusedError{lines, diags})
}

// explained formats a diagnostic with valid values.
func explained(s *model.Session, d diagnostic.Diag) string {
	text := d.Error()
	var a *ral.Attribute
	typ, _, _ := strings.Cut(d.Resource, "[")
	if t := s.Env.Registry.Type(strings.ToLower(typ)); t != nil {
		a = t.Attr(d.Attr)
	}
	switch {
	case len(d.Allowed) > 0 && !strings.Contains(d.Message, d.Allowed[0]):
		text += " (allowed: " + strings.Join(d.Allowed, ", ") + ")"
	case d.Kind != diagnostic.Invalid || a == nil || a.Example == "" || len(d.Allowed) > 0:
	case d.Value.Kind() == value.Integer && d.Pos != "":
		text += " (a text, in quotes: '" + a.Example + "')"
	default:
		text += " (for example " + a.Name + "=" + a.Example + ")"
	}
	return text
}

func (a resourceCommand) declaration(ctx context.Context, t *ral.Type, name string, words []string) (ral.Decl, error) {
	decl := ral.Decl{Type: t.Name, Title: name, KeepRest: true}
	for _, word := range words {
		attr, text, ok := strings.Cut(word, "=")
		if !ok || attr == "" {
			return decl, usage.Errorf("%q is not of the form ATTRIBUTE=VALUE", word)
		}
		if _, twice := decl.Get(attr); twice {
			return decl, usage.Errorf("%s is given twice", attr)
		}
		v := value.Str(text)
		if known := t.Attr(attr); known != nil {
			if known.Sensitive {
				var err error
				if text, err = a.SecretText(ctx, known, text); err != nil {
					return decl, err
				}
			}
			v = notation.Parse(known, text)
		}
		decl.Attrs = append(decl.Attrs, ral.Attr{Name: attr, Value: v})
	}
	return decl, nil
}
