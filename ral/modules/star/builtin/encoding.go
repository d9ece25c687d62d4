package builtin

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/url"
	"strings"

	"go.starlark.net/starlark"
	"go.starlark.net/starlarkstruct"

	"ralsh/ral/modules/star/convert"
	"ralsh/ral/modules/star/script"
)

// encodings are the modules base64, hash, url and xml, for communication with servers.
func encodings() map[string]*starlarkstruct.Module {
	all := map[string]map[string]Func{
		"base64": {"encode": encodeBase64, "decode": decodeBase64},
		"hash":   {"sha256": hashSHA256, "hmac_sha256": hashHMAC},
		"url":    {"quote": quoteURL, "unquote": unquoteURL, "query": queryURL},
		"xml":    {"decode": decodeXML, "encode": encodeXML},
	}
	modules := make(map[string]*starlarkstruct.Module)
	for name, members := range all {
		m := &starlarkstruct.Module{Name: name, Members: starlark.StringDict{}}
		for member, fn := range members {
			m.Members[member] = starlark.NewBuiltin(name+"."+member, fn)
		}
		modules[name] = m
	}
	return modules
}

func encodeBase64(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x starlark.Value
	if err := convert.Unpack(b.Name(), args, kwargs, "data", &x); err != nil {
		return nil, err
	}
	text, hidden, err := convert.Raw(b.Name(), x)
	return convert.Wrapped(base64.StdEncoding.EncodeToString([]byte(text)), hidden), err
}

func decodeBase64(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x starlark.Value
	if err := convert.Unpack(b.Name(), args, kwargs, "text", &x); err != nil {
		return nil, err
	}
	text, hidden, err := convert.Raw(b.Name(), x)
	if err != nil {
		return nil, err
	}
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, script.Refuse(b.Name()+": the string is not base64", nil)
	}
	return convert.Wrapped(string(data), hidden), nil
}

func hashSHA256(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var x starlark.Value
	if err := convert.Unpack(b.Name(), args, kwargs, "data", &x); err != nil {
		return nil, err
	}
	text, hidden, err := convert.Raw(b.Name(), x)
	sum := sha256.Sum256([]byte(text))
	return convert.Wrapped(hex.EncodeToString(sum[:]), hidden), err
}

// hashHMAC returns bytes, which are the key of the next signature, or with hex = True
// their digits. A signature is not a secret, but a key made from a secret is.
func hashHMAC(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var key, data starlark.Value
	digits := false
	if err := convert.Unpack(b.Name(), args, kwargs, "key", &key, "data", &data, "hex?", &digits); err != nil {
		return nil, err
	}
	secretKey, hidden, err := convert.Raw(b.Name(), key)
	if err != nil {
		return nil, err
	}
	text, _, err := convert.Raw(b.Name(), data)
	if err != nil {
		return nil, err
	}
	sum := hmac.New(sha256.New, []byte(secretKey))
	sum.Write([]byte(text))
	if digits {
		return starlark.String(hex.EncodeToString(sum.Sum(nil))), nil
	}
	return convert.Wrapped(string(sum.Sum(nil)), hidden), nil
}

// quoteURL escapes all characters except letters, digits, -_.~ and the characters of
// safe (RFC 3986).
func quoteURL(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var text, safe string
	if err := convert.Unpack(b.Name(), args, kwargs, "text", &text, "safe?", &safe); err != nil {
		return nil, err
	}
	return starlark.String(escaped(text, safe)), nil
}

func escaped(text, safe string) string {
	var out strings.Builder
	for i := range len(text) {
		c := text[i]
		plain := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || strings.IndexByte("-_.~"+safe, c) >= 0
		if plain {
			out.WriteByte(c)
		} else {
			fmt.Fprintf(&out, "%%%02X", c)
		}
	}
	return out.String()
}

func unquoteURL(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var text string
	if err := convert.Unpack(b.Name(), args, kwargs, "text", &text); err != nil {
		return nil, err
	}
	plain, err := url.PathUnescape(text)
	if err != nil {
		return nil, script.Refuse(b.Name()+": "+err.Error(), nil)
	}
	return starlark.String(plain), nil
}

// queryURL makes "a=1&b=2" of a dict, in the order of the dict.
func queryURL(_ *starlark.Thread, b *starlark.Builtin, args starlark.Tuple, kwargs []starlark.Tuple) (starlark.Value, error) {
	var dict *starlark.Dict
	if err := convert.Unpack(b.Name(), args, kwargs, "dict", &dict); err != nil {
		return nil, err
	}
	var parts []string
	for _, item := range dict.Items() {
		k, err := convert.TextKey(b.Name(), item[0])
		if err != nil {
			return nil, err
		}
		v, err := convert.ToValue(item[1])
		if err != nil || v.IsSecret() || v.IsNil() || v.IsUnknown() {
			return nil, fmt.Errorf("%s: %s must be a string, not %s", b.Name(), k, convert.Article(item[1].Type()))
		}
		parts = append(parts, escaped(k, "")+"="+escaped(v.Text(), ""))
	}
	return starlark.String(strings.Join(parts, "&")), nil
}
