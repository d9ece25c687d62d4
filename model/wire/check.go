package wire

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxToken limits a name in a subject, in bytes: hostname(7).
const maxToken = 253

// CheckName returns an error if a text is not the name of a host or an operator: letters,
// digits, dots, dashes and underscores, at most 253, no dash or dot first.
func CheckName(name string) error {
	invalid := func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '.' || r == '-' || r == '_')
	}
	if name == "" || len(name) > maxToken || name[0] == '-' || name[0] == '.' || strings.IndexFunc(name, invalid) >= 0 {
		return fmt.Errorf("%.60q is not the name of a host or an operator", name)
	}
	return nil
}

// checkCall returns an error if a text is not the number of a call: 8 to 64 letters of
// hexadecimal digits.
func checkCall(call string) error {
	if len(call) < 8 || len(call) > 64 || strings.Trim(call, "0123456789abcdef") != "" {
		return fmt.Errorf("%.80q is not the number of a call", call)
	}
	return nil
}

func checkSender(call, operator string) error {
	if err := checkCall(call); err != nil {
		return err
	}
	return CheckName(operator)
}

// limited returns an error if a field is larger than it may be.
func limited(field string, size, most int) error {
	if size > most {
		return fmt.Errorf("%s is too large (%d bytes, at most %d)", field, size, most)
	}
	return nil
}

// Clip returns a text as a line or a reason that is within its bounds: valid UTF-8 of at most
// MaxSay bytes.
func Clip(text string) string {
	text = strings.ToValidUTF8(text, "\uFFFD")
	if len(text) <= MaxSay {
		return text
	}
	end := MaxSay
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

func first(errs ...error) error {
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

func (m *Find) check() error {
	return first(checkSender(m.Call, m.Operator), limited("the filter", len(m.Where), MaxWhere))
}

func (m *Call) check() error {
	size := 0
	for _, word := range m.Args {
		if strings.Contains(word, "\x00") {
			return fmt.Errorf("an argument contains a NUL byte")
		}
		size += len(word) + 1
	}
	for _, v := range m.Env {
		name, value, ok := strings.Cut(v, "=")
		if !ok || !slices.Contains(envNames[:], name) || len(value) > 128 || strings.IndexFunc(value, func(r rune) bool { return r <= ' ' || r > '~' }) >= 0 {
			return fmt.Errorf("a call may not set %.60q", v)
		}
	}
	switch {
	case len(m.Env) > len(envNames):
		return fmt.Errorf("a call may not set %d variables", len(m.Env))
	case m.MaxBytes <= 0:
		return fmt.Errorf("the call lacks a limit of bytes")
	case len(m.Args) > 0 && len(m.Order) > 0:
		return fmt.Errorf("a call with an order must not have a command line")
	}
	return first(
		checkSender(m.Call, m.Operator), CheckName(m.Host), limited("the filter", len(m.Where), MaxWhere), limited("the command line", size, MaxArgs),
		limited("the document", len(m.Stdin), MaxStdin), limited("the order", len(m.Order), MaxOrder), limited("the signature", len(m.Signature), MaxOrder/16),
	)
}

func (m *More) check() error {
	if m.Got < 0 || m.Stop < 0 || m.Stop > 2 {
		return fmt.Errorf("the message has an invalid number")
	}
	return checkSender(m.Call, m.Operator)
}

func (m *Answer) check() error {
	longest := max(len(m.Call), len(m.Host), len(m.Say))
	if m.End != nil {
		longest = max(longest, len(m.End.Outcome), len(m.End.Reason), len(m.End.SHA256))
	}
	if m.Here != nil {
		longest = max(longest, len(m.Here.Version), len(m.Here.System), len(m.Here.Unsure), len(m.Here.Silent))
	}
	switch {
	case m.Seq < 0:
		return fmt.Errorf("a part has the number %d", m.Seq)
	case m.End != nil && m.End.Parts < 0:
		return fmt.Errorf("an answer has %d parts", m.End.Parts)
	}
	return first(limited("a part", len(m.Out), MaxPart), limited("a line", longest, MaxSay))
}
