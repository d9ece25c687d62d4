package testsuite

import (
	"context"
	"errors"
	"fmt"

	"go.starlark.net/starlark"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/local"
	"ralsh/ral/modules/star/builtin"
	"ralsh/ral/modules/star/convert"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/suite"
	"ralsh/ral/value"
)

// Suite is a suite() in a test file of a module: a provider, the lives that its
// resources live, and the fake host on which they do.
type Suite struct {
	suite.Suite
	Origin ral.Origin
	Real   bool         // on this machine, in a temporary directory
	Places []string     // of the cases, file:line:col
	cases  *script.Hook // of the directory of a real suite; nil for constant files
	fake   fakeHost
	worlds []*fakeWorld // of the case that is being lived
}

// Words returns the builtins that describe a suite, except suite().
func Words() map[string]builtin.Func {
	return map[string]builtin.Func{"case": newCase, "several": newSeveral, "answer": newAnswer}
}

// Read implements suite(type, provider, cases, ...).
func Read(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple, origin ral.Origin) (*Suite, error) {
	s := &Suite{Origin: origin}
	var cases, facts, spared, together starlark.Value
	given := fakeArgs{}
	if err := convert.Unpack(b.Name(), args, kwargs, append([]any{
		"type", &s.Type, "provider", &s.Provider, "cases", &cases, "facts?", &facts, "several?", &together, "not_covered?", &spared,
		"unlisted?", &s.Unlisted, "lived_once?", &s.LivedOnce, "real?", &s.Real,
	}, given.pairs()...)...); err != nil {
		return nil, err
	}
	var errs [5]error
	s.Facts, errs[0] = textDict("facts", facts)
	s.NotCovered, errs[1] = textDict("not_covered", spared)
	s.fake, errs[2] = given.make(th)
	errs[3] = s.setCases(th, cases)
	errs[4] = s.setSeveral(together)
	if err := errors.Join(errs[:]...); err != nil {
		return nil, fmt.Errorf("suite of %s of %s: %w", s.Provider, s.Type, err)
	}
	return s, nil
}

func (s *Suite) setCases(th *starlark.Thread, x starlark.Value) (err error) {
	if fn, is := x.(starlark.Callable); is {
		s.cases, err = script.NewHook(th, "cases", fn, script.ProviderLimits, "dir")
		return err
	}
	return s.addCases(x)
}

func (s *Suite) addCases(x starlark.Value) error {
	seq, ok := x.(starlark.Iterable)
	if !ok {
		return fmt.Errorf("cases must be a list of case(), not %s", convert.Article(x.Type()))
	}
	for el := range starlark.Elements(seq) {
		c, ok := el.(caseDef)
		if !ok {
			return fmt.Errorf("each element of cases must be case(), not %s", convert.Article(el.Type()))
		}
		s.Cases, s.Places = append(s.Cases, c.Case), append(s.Places, c.place)
	}
	return nil
}

func (s *Suite) setSeveral(x starlark.Value) error {
	switch x := x.(type) {
	case nil, starlark.NoneType:
	case severalDef:
		s.Several = &x.Several
	default:
		return fmt.Errorf("several must be several(), not %s", convert.Article(x.Type()))
	}
	return nil
}

// Prepare makes the suite ready to run. dir is the directory of a real suite. Errors of
// the fake are passed to broke.
func (s *Suite) Prepare(ctx context.Context, reg *ral.Registry, dir string, broke func(error)) error {
	s.Register = func(into *ral.Registry) { into.InheritFrom(reg) }
	if s.cases != nil {
		list, err := s.cases.Call(ctx, starlark.String(dir))
		if err != nil {
			return err
		}
		if err := s.addCases(list); err != nil {
			return err
		}
	}
	if s.Real {
		s.Watch = []string{dir}
		s.Host = func(suite.T) host.Host { return local.Machine() }
		return nil
	}
	s.Host = func(suite.T) host.Host { return s.host(ctx, 0, broke) }
	if s.fake.many {
		s.Many = func(_ suite.T, n int) host.Host { return s.host(ctx, n, broke) }
	}
	s.State = func() string {
		var text string
		for _, w := range s.worlds {
			w.mu.Lock()
			text += w.state.String() + "\n"
			w.mu.Unlock()
		}
		return text
	}
	return nil
}

// host makes a fake host. At most two cases run at a time: a case without secrets and
// the same case with secrets.
func (s *Suite) host(ctx context.Context, n int, broke func(error)) host.Host {
	w := s.fake.host(ctx, n, broke)
	s.worlds = append(s.worlds[max(0, len(s.worlds)-1):], w)
	return w.fake.Host
}

// caseDef is the result of case().
type caseDef struct {
	convert.InternalValue
	suite.Case
	place string
}

// newCase implements case(title, create = {...}, changes = [...], remove = "absent",
// params = {...}, peers = [resource(...)], name = "").
func newCase(th *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	out := caseDef{InternalValue: "case", place: th.CallFrame(1).Pos.String()}
	var create, changes, params starlark.Value
	peers := convert.List[builtin.Declaration]{Want: "resource"}
	if err := convert.Unpack(b.Name(), args, kwargs, "title", &out.Title, "create?", &create, "changes?", &changes, "remove?", &out.Remove,
		"params?", &params, "peers?", &peers, "name?", &out.Name); err != nil {
		return nil, err
	}
	for _, peer := range peers.Items {
		out.Peers = append(out.Peers, peer.Decl)
	}
	var errs [3]error
	out.Create, errs[0] = attrsOf("create", create)
	out.Changes, errs[1] = attrsOf("changes", changes)
	out.With, errs[2] = attrsOf("params", params)
	return out, errors.Join(errs[:]...)
}

// severalDef is the result of several().
type severalDef struct {
	convert.InternalValue
	suite.Several
}

// newSeveral implements several(titles, create = {...}, remove = "absent").
func newSeveral(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	out := severalDef{InternalValue: "several"}
	var create starlark.Value
	if err := convert.Unpack(b.Name(), args, kwargs, "titles", (*convert.Texts)(&out.Titles), "create?", &create, "remove?", &out.Remove); err != nil {
		return nil, err
	}
	attrs, err := attrsOf("create", create)
	out.Create = func(int) []ral.Attr { return attrs }
	return out, err
}

// attrsOf converts a dict of attributes, or a list of pairs that may repeat an
// attribute. It returns nil only for None.
func attrsOf(what string, x starlark.Value) ([]ral.Attr, error) {
	var pairs []starlark.Tuple
	switch x := x.(type) {
	case nil, starlark.NoneType:
		return nil, nil
	case *starlark.Dict:
		pairs = x.Items()
	case starlark.Iterable:
		for el := range starlark.Elements(x) {
			pair, ok := el.(starlark.Tuple)
			if !ok || len(pair) != 2 {
				return nil, fmt.Errorf("each element of %s must be a pair (ATTRIBUTE, value), not %s", what, el)
			}
			pairs = append(pairs, pair)
		}
	default:
		return nil, fmt.Errorf("%s must be a dict of attributes or a list of pairs, not %s", what, convert.Article(x.Type()))
	}
	list := []ral.Attr{}
	for _, pair := range pairs {
		name, err := convert.TextKey(what, pair[0])
		if err != nil {
			return nil, err
		}
		v, err := convert.ToValue(pair[1])
		if err != nil {
			return nil, fmt.Errorf("%s: %s: %w", what, name, err)
		}
		list = append(list, ral.Attr{Name: name, Value: v})
	}
	return list, nil
}

func textDict(what string, x starlark.Value) (map[string]string, error) {
	out := map[string]string{}
	attrs, err := attrsOf(what, x)
	for _, a := range attrs {
		if a.Value.Kind() != value.String {
			return nil, fmt.Errorf("%s: %s must be a string, not %s", what, a.Name, a.Value.Inspect())
		}
		out[a.Name] = a.Value.Text()
	}
	return out, err
}
