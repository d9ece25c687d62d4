package star_test

import (
	"strings"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/transaction"
)

// A provider that uses the earlier name of a hook works as before.
func TestOldHookNames(t *testing.T) {
	fake := fakehost.New(map[string]string{"/notes/a": "old", "/notes/b": "old"})
	env := environment(t, strings.Replace(strings.ReplaceAll(collected, "RESULT", "[]"), "flush = _flush, flush_batch =", "flush_many =", 1), fake.Reader())
	decls := []ral.Decl{
		{Type: "note", Title: "a", Attrs: attrs("text", "new")},
		{Type: "note", Title: "b", Attrs: attrs("text", "new")},
	}
	rep, err := transaction.Run(t.Context(), env, decls, fake.Writer(), transaction.Options{})
	if err != nil || !rep.OK() || fake.Content("/notes/a") != "new" || fake.Content("/notes/b") != "new" {
		t.Errorf("%v, %s, %q, %q", err, rep.Summary(), fake.Content("/notes/a"), fake.Content("/notes/b"))
	}
}
