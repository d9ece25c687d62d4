package model_test

import (
	"bytes"
	"strings"
	"testing"

	"ralsh/model"
)

// TestReadHandover refuses what is no plan, without a panic.
func TestReadHandover(t *testing.T) {
	for _, text := range []string{"", "{}", "[]", `{"key":"AA==","decls":[{}]}`, `{"decls":null,"key":"` + strings.Repeat("A", 43) + `="}`, strings.Repeat("[", 100000)} {
		if h, err := model.ReadHandover(strings.NewReader(text)); err == nil {
			t.Errorf("%.40q is read as %v", text, h)
		}
	}
}

// FuzzReadHandover holds that a plan which is read has declarations.
func FuzzReadHandover(f *testing.F) {
	f.Add([]byte(`{"digest":"x","key":"` + strings.Repeat("A", 43) + `=","decls":[{"Type":"user","Title":"a","Attrs":[{"Name":"shell","Value":{"kind":"string","text":"eA=="}}]}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		if h, err := model.ReadHandover(bytes.NewReader(data)); err == nil && len(h.Decls) == 0 {
			t.Error("a plan of nothing is read")
		}
	})
}
