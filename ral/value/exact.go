package value

import (
	"encoding/json"
	"fmt"
	"strconv"
)

// Exact is a value whose JSON form keeps its kind and all its bytes, with its secrets
// in clear. Use it to pass a value to a different process of ralsh, and never in a
// file.
type Exact struct{ Value }

// exactForm is the JSON form of an Exact.
type exactForm struct {
	Kind  string     `json:"kind"`
	Text  []byte     `json:"text,omitempty"` // of a symbol, a string, a number, a boolean, or the type of a reference
	Title []byte     `json:"title,omitempty"`
	Items []Exact    `json:"items,omitempty"` // of a list; the value of a secret
	Pairs [][2]Exact `json:"pairs,omitempty"`
}

// MarshalJSON returns the JSON form.
func (e Exact) MarshalJSON() ([]byte, error) {
	form := exactForm{Kind: e.kind.String()}
	switch e.kind {
	case Symbol, String, Unknown:
		form.Text = []byte(e.str())
	case Integer, Boolean:
		form.Text = []byte(e.Inspect())
	case Float:
		f, _ := e.Float()
		form.Text = strconv.AppendFloat(nil, f, 'g', -1, 64)
	case Reference:
		form.Text, form.Title = []byte(e.refType()), []byte(e.refTitle())
	case List:
		for _, item := range e.Items() {
			form.Items = append(form.Items, Exact{item})
		}
	case Map:
		for _, p := range e.Pairs() {
			form.Pairs = append(form.Pairs, [2]Exact{{p.Key}, {p.Value}})
		}
	case Sensitive:
		form.Items = []Exact{{e.box().inner}}
	}
	return json.Marshal(form)
}

// UnmarshalJSON reads the JSON form.
func (e *Exact) UnmarshalJSON(data []byte) (err error) {
	var form exactForm
	if err := json.Unmarshal(data, &form); err != nil {
		return err
	}
	ok := true
	switch text := string(form.Text); form.Kind {
	case kindNames[Nil]:
		e.Value = Value{}
	case kindNames[Symbol]:
		e.Value = Sym(text)
	case kindNames[String]:
		e.Value = Str(text)
	case kindNames[Unknown]:
		e.Value = Unread(text)
	case kindNames[Integer]:
		e.Value, ok = IntOf(text)
	case kindNames[Boolean]:
		e.Value = Bool(text == "true")
	case kindNames[Float]:
		var f float64
		f, err = strconv.ParseFloat(text, 64)
		e.Value = Flt(f)
	case kindNames[Reference]:
		e.Value = Ref(text, string(form.Title))
	case kindNames[List]:
		items := make([]Value, len(form.Items))
		for i, item := range form.Items {
			items[i] = item.Value
		}
		e.Value = ListOf(items...)
	case kindNames[Map]:
		pairs := make([]Pair, len(form.Pairs))
		for i, p := range form.Pairs {
			pairs[i] = Pair{p[0].Value, p[1].Value}
		}
		e.Value = MapOf(pairs...)
	case kindNames[Sensitive]:
		if ok = len(form.Items) == 1; ok {
			e.Value = Secret(form.Items[0].Value)
		}
	default:
		ok = false
	}
	if err == nil && !ok {
		err = fmt.Errorf("not a value: %s", form.Kind)
	}
	return err
}
