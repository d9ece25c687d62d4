package wire_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"ralsh/model/wire"
)

const number = "0123456789abcdef"

// call returns a call as it may be, with a change.
func call(change func(*wire.Call)) wire.Call {
	c := wire.Call{Call: number, Operator: "alice", Host: "web1", MaxBytes: 1}
	change(&c)
	return c
}

// decoded sends a message, and reads it as its kind.
func decoded(t *testing.T, message any) error {
	t.Helper()
	data, err := json.Marshal(message)
	if err != nil {
		t.Fatal(err)
	}
	switch message.(type) {
	case wire.Find:
		_, err = wire.Decode[wire.Find](data)
	case wire.Call:
		_, err = wire.Decode[wire.Call](data)
	case wire.More:
		_, err = wire.Decode[wire.More](data)
	case wire.Answer:
		_, err = wire.Decode[wire.Answer](data)
	case wire.Ask:
		_, err = wire.Decode[wire.Ask](data)
	case wire.Hello:
		_, err = wire.Decode[wire.Hello](data)
	case wire.Beat:
		_, err = wire.Decode[wire.Beat](data)
	default:
		t.Fatalf("%T is no message", message)
	}
	return err
}

func letters(n int) string { return strings.Repeat("a", n) }

// TestBounds tries each bound of each message, on both sides of it.
func TestBounds(t *testing.T) {
	find := wire.Find{Call: number, Operator: "alice"}
	good := call(func(*wire.Call) {})
	for name, c := range map[string]struct {
		message any
		want    string // "" if it is taken
	}{
		"find":                      {find, ""},
		"find without a number":     {wire.Find{Operator: "alice"}, "not the number of a call"},
		"find of no one":            {wire.Find{Call: number}, "not the name"},
		"the longest filter":        {wire.Find{Call: number, Operator: "alice", Where: letters(wire.MaxWhere)}, ""},
		"a longer filter":           {wire.Find{Call: number, Operator: "alice", Where: letters(wire.MaxWhere + 1)}, "the filter is too large"},
		"call":                      {good, ""},
		"a short number":            {call(func(c *wire.Call) { c.Call = "0123456" }), "not the number"},
		"a long number":             {call(func(c *wire.Call) { c.Call = strings.Repeat("0", 65) }), "not the number"},
		"a number of a subject":     {call(func(c *wire.Call) { c.Call = "01234567.>" }), "not the number"},
		"capital digits":            {call(func(c *wire.Call) { c.Call = "0123456789ABCDEF" }), "not the number"},
		"an operator of a subject":  {call(func(c *wire.Call) { c.Operator = "*" }), "not the name"},
		"a host of a subject":       {call(func(c *wire.Call) { c.Host = "web1.>" }), "not the name"},
		"no limit":                  {call(func(c *wire.Call) { c.MaxBytes = 0 }), "lacks a limit"},
		"a limit below none":        {call(func(c *wire.Call) { c.MaxBytes = -1 }), "lacks a limit"},
		"the longest command line":  {call(func(c *wire.Call) { c.Args = []string{letters(wire.MaxArgs - 1)} }), ""},
		"a longer command line":     {call(func(c *wire.Call) { c.Args = []string{letters(wire.MaxArgs)} }), "the command line is too large"},
		"many empty words":          {call(func(c *wire.Call) { c.Args = make([]string, wire.MaxArgs+1) }), "the command line is too large"},
		"a zero byte":               {call(func(c *wire.Call) { c.Args = []string{"a\x00b"} }), "a NUL byte"},
		"the largest document":      {call(func(c *wire.Call) { c.Stdin = make([]byte, wire.MaxStdin) }), ""},
		"a larger document":         {call(func(c *wire.Call) { c.Stdin = make([]byte, wire.MaxStdin+1) }), "the document is too large"},
		"the largest order":         {call(func(c *wire.Call) { c.Order = make([]byte, wire.MaxOrder) }), ""},
		"a larger order":            {call(func(c *wire.Call) { c.Order = make([]byte, wire.MaxOrder+1) }), "the order is too large"},
		"a large signature":         {call(func(c *wire.Call) { c.Signature = make([]byte, wire.MaxOrder) }), "the signature is too large"},
		"an order and another line": {call(func(c *wire.Call) { c.Order, c.Args = []byte("{}"), []string{"facts"} }), "must not have a command line"},
		"its variables":             {call(func(c *wire.Call) { c.Env = []string{"LC_CTYPE=C.UTF-8", "RALSH_FROM=alice@laptop"} }), ""},
		"another variable":          {call(func(c *wire.Call) { c.Env = []string{"LD_PRELOAD=/tmp/x"} }), "may not set"},
		"a variable without a name": {call(func(c *wire.Call) { c.Env = []string{"=x"} }), "may not set"},
		"a variable without value":  {call(func(c *wire.Call) { c.Env = []string{"LC_CTYPE"} }), "may not set"},
		"another line in a value":   {call(func(c *wire.Call) { c.Env = []string{"LC_CTYPE=a\nPATH=b"} }), "may not set"},
		"a long value":              {call(func(c *wire.Call) { c.Env = []string{"LC_CTYPE=" + letters(129)} }), "may not set"},
		"many variables":            {call(func(c *wire.Call) { c.Env = []string{"LC_CTYPE=a", "LC_CTYPE=b", "LC_CTYPE=c"} }), "3 variables"},
		"more":                      {wire.More{Call: number, Operator: "alice", Got: 1 << 40, Stop: 2}, ""},
		"more than twice":           {wire.More{Call: number, Operator: "alice", Stop: 3}, "an invalid number"},
		"less than nothing":         {wire.More{Call: number, Operator: "alice", Got: -1}, "an invalid number"},
		"answer":                    {wire.Answer{}, ""},
		"the largest part":          {wire.Answer{Seq: 1, Out: make([]byte, wire.MaxPart)}, ""},
		"a larger part":             {wire.Answer{Seq: 1, Out: make([]byte, wire.MaxPart+1)}, "a part is too large"},
		"a part before the first":   {wire.Answer{Seq: -1}, "the number -1"},
		"the longest line":          {wire.Answer{Say: letters(wire.MaxSay)}, ""},
		"a longer line":             {wire.Answer{Say: letters(wire.MaxSay + 1)}, "a line is too large"},
		"a long name":               {wire.Answer{Host: letters(wire.MaxSay + 1)}, "a line is too large"},
		"a long number of a call":   {wire.Answer{Call: letters(wire.MaxSay + 1)}, "a line is too large"},
		"a long reason":             {wire.Answer{End: &wire.End{Reason: letters(wire.MaxSay + 1)}}, "a line is too large"},
		"a long outcome":            {wire.Answer{End: &wire.End{Outcome: wire.Outcome(letters(wire.MaxSay + 1))}}, "a line is too large"},
		"a long sum":                {wire.Answer{End: &wire.End{SHA256: letters(wire.MaxSay + 1)}}, "a line is too large"},
		"fewer parts than none":     {wire.Answer{End: &wire.End{Parts: -1}}, "-1 parts"},
		"a long system":             {wire.Answer{Here: &wire.Here{System: letters(wire.MaxSay + 1)}}, "a line is too large"},
		"a long doubt":              {wire.Answer{Here: &wire.Here{Unsure: letters(wire.MaxSay + 1)}}, "a line is too large"},
		"no question":               {wire.Ask{}, "exactly one of the fields"},
		"two questions":             {wire.Ask{Find: &find, Call: &good}, "exactly one of the fields"},
		"a question":                {wire.Ask{Find: &find}, ""},
		"a bad question":            {wire.Ask{Call: &wire.Call{}}, "lacks a limit"},
		"hello":                     {wire.Hello{Operator: "alice"}, ""},
		"hello of no one":           {wire.Hello{}, "not the name"},
		"why not":                   {wire.Hello{Reason: "no"}, ""},
		"a long why not":            {wire.Hello{Reason: letters(wire.MaxSay + 1)}, "a line is too large"},
		"a long key":                {wire.Hello{Operator: "alice", Key: letters(wire.MaxSay + 1)}, "a line is too large"},
		"beat":                      {wire.Beat{Version: "1.2.3"}, ""},
		"a long beat":               {wire.Beat{Boot: letters(wire.MaxSay + 1)}, "the beat is too large"},
	} {
		t.Run(name, func(t *testing.T) {
			err := decoded(t, c.message)
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%.200v, and not %q", err, c.want)
			}
		})
	}
}

// TestLargest encodes the largest messages, with the letters that take the most room.
func TestLargest(t *testing.T) {
	const wide = "\x01"
	largest := call(func(c *wire.Call) {
		c.Host, c.Operator, c.Where = letters(253), letters(253), strings.Repeat(wide, wire.MaxWhere)
		c.Stdin = make([]byte, wire.MaxStdin)
	})
	look, order := largest, largest
	look.Args = []string{strings.Repeat(wide, wire.MaxArgs-1)}
	order.Order, order.Signature = make([]byte, wire.MaxOrder), make([]byte, wire.MaxOrder/16)
	for name, message := range map[string]any{
		"look": wire.Ask{Call: &look}, "order": wire.Ask{Call: &order},
		"part": wire.Answer{Out: make([]byte, wire.MaxPart), Say: strings.Repeat(wide, wire.MaxSay)},
	} {
		if data, err := wire.Encode(message); err != nil {
			t.Errorf("%s: %v", name, err)
		} else if err := decoded(t, message); err != nil {
			t.Errorf("%s of %d bytes: %v", name, len(data), err)
		}
	}
	if _, err := wire.Encode(wire.Answer{Out: make([]byte, wire.MaxMessage)}); err == nil {
		t.Error("a message over the bound of all is encoded")
	}
}

func TestClip(t *testing.T) {
	for _, text := range []string{"", "a", letters(wire.MaxSay), letters(wire.MaxSay + 1), "x" + strings.Repeat("é", wire.MaxSay), strings.Repeat("\xff", wire.MaxSay), letters(wire.MaxSay-1) + "\U0001F600"} {
		got := wire.Clip(text)
		if len(got) > wire.MaxSay || !utf8.ValidString(got) || len(text) <= wire.MaxSay && utf8.ValidString(text) && got != text {
			t.Errorf("%.40q... of %d bytes is %.40q... of %d", text, len(text), got, len(got))
		}
		if err := decoded(t, wire.Answer{Say: got}); err != nil {
			t.Error(err)
		}
	}
}

func TestReader(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
		end  string
	}{
		"nothing":          {"", nil, "EOF"},
		"lines":            {"a\n\nb\n", []string{"a", "", "b"}, "EOF"},
		"no end":           {"a\nb", []string{"a", "b"}, "EOF"},
		"the longest":      {letters(wire.MaxMessage) + "\nb\n", []string{letters(wire.MaxMessage), "b"}, "EOF"},
		"a longer one":     {"a\n" + letters(wire.MaxMessage+1) + "\nb\n", []string{"a"}, "the message is too large"},
		"one without end":  {letters(3 * wire.MaxMessage), nil, "the message is too large"},
		"only zero bytes":  {strings.Repeat("\x00", 10) + "\n", []string{strings.Repeat("\x00", 10)}, "EOF"},
		"the longest last": {letters(wire.MaxMessage), []string{letters(wire.MaxMessage)}, "EOF"},
	} {
		t.Run(name, func(t *testing.T) {
			for _, from := range []io.Reader{strings.NewReader(c.text), iotest.HalfReader(strings.NewReader(c.text))} {
				lines := wire.NewReader(from)
				var got []string
				line, err := lines.Next()
				for ; err == nil; line, err = lines.Next() {
					got = append(got, string(line))
				}
				if strings.Join(got, "\n") != strings.Join(c.want, "\n") || err.Error() != c.end {
					t.Errorf("%d lines, and then %v", len(got), err)
				}
			}
		})
	}
	if _, err := wire.NewReader(iotest.ErrReader(errors.New("broken"))).Next(); err == nil || errors.Is(err, io.EOF) {
		t.Errorf("a reader that fails: %v", err)
	}
}

// FuzzDecode reads anything as each message: what is taken is within the bounds, and is the
// same when it is sent again.
func FuzzDecode(f *testing.F) {
	whole := call(func(c *wire.Call) {
		c.Where, c.Args, c.Env, c.Stdin = "family=Debian", []string{"facts"}, []string{"LC_CTYPE=C"}, []byte("in")
	})
	for _, m := range []any{
		wire.Find{Call: number, Operator: "alice", Where: "os.name=Debian"},
		whole,
		wire.Ask{Call: &whole},
		wire.More{Call: number, Operator: "alice", Got: 1, Stop: 2},
		wire.Answer{Call: number, Host: "web1", Seq: 1, Out: []byte("out"), Say: "said", End: &wire.End{Outcome: wire.Ended, Exit: 1, Parts: 1, SHA256: "ab"}},
		wire.Answer{Here: &wire.Here{Version: "1", System: "Debian", Unsure: "\u2028"}},
		wire.Hello{Operator: "alice", Principal: "alice", Key: "/k"},
		wire.Beat{Version: "1"},
	} {
		data, err := json.Marshal(m)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(data)
	}
	f.Add([]byte(`{"call":"01234567","operator":"a","host":"b","max_bytes":1e3,"args":["\ud800"]}`))
	f.Add([]byte(strings.Repeat("[", 100_000)))
	f.Fuzz(func(t *testing.T, data []byte) {
		again[wire.Find](t, data)
		again[wire.Call](t, data)
		again[wire.More](t, data)
		again[wire.Answer](t, data)
		again[wire.Ask](t, data)
		again[wire.Hello](t, data)
		again[wire.Beat](t, data)
	})
}

// again sends a message again that was taken.
func again[M wire.Find | wire.Call | wire.More | wire.Answer | wire.Ask | wire.Hello | wire.Beat](t *testing.T, data []byte) {
	m, err := wire.Decode[M](data)
	if err != nil {
		return
	}
	var line bytes.Buffer
	if err := wire.NewWriter(&line).Write(m); err != nil {
		t.Fatalf("%+v is taken, and cannot be sent: %v", m, err)
	}
	if n := bytes.Count(line.Bytes(), []byte("\n")); n != 1 || line.Len() > wire.MaxMessage+1 {
		t.Fatalf("%d lines of %d bytes", n, line.Len())
	}
	text, err := wire.NewReader(&line).Next()
	if err != nil {
		t.Fatal(err)
	}
	second, err := wire.Decode[M](text)
	if err != nil {
		t.Fatalf("%s is not taken again: %v", text, err)
	}
	one, _ := wire.Encode(m)
	two, _ := wire.Encode(second)
	if !reflect.DeepEqual(one, two) {
		t.Fatalf("%s is %s when it is read again", one, two)
	}
}
