// Package clitest checks the documents and the flags of commands.
package clitest

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"ralsh/ui/cli/usage"
)

// JSONPage checks that the sections of a page, docs/json.md, have every field of the
// documents that they describe. The fields of the types of except are in sections of
// their own.
func JSONPage(t *testing.T, page []byte, documents map[string][]any, except ...any) {
	t.Helper()
	sections := make(map[string]string)
	for _, section := range strings.Split(string(page), "\n## ")[1:] {
		name, body, _ := strings.Cut(section, "\n")
		sections[name] = body
	}
	var others []reflect.Type
	for _, v := range except {
		others = append(others, reflect.TypeOf(v))
	}
	for name, list := range documents {
		for _, doc := range list {
			for _, field := range jsonFields(reflect.TypeOf(doc), others) {
				if !regexp.MustCompile("[`.]" + field + "(\\[\\])?`").MatchString(sections[name]) {
					t.Errorf("the section %s has no field %s", name, field)
				}
			}
		}
	}
}

// jsonFields returns the names of the fields of a document and of its parts.
func jsonFields(typ reflect.Type, except []reflect.Type) (names []string) {
	for typ.Kind() == reflect.Pointer || typ.Kind() == reflect.Slice {
		typ = typ.Elem()
	}
	if typ.Kind() != reflect.Struct || !strings.HasPrefix(typ.PkgPath(), "ralsh/") {
		return nil
	}
	for field := range typ.Fields() {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name != "" && name != "-" && name != "schema" {
			names = append(names, name)
		}
		if !slices.Contains(except, field.Type) {
			names = append(names, jsonFields(field.Type, except)...)
		}
	}
	return names
}

// FlagText checks that no flag prints an error of a Go package.
func FlagText(t *testing.T, set *pflag.FlagSet) {
	t.Helper()
	set.VisitAll(func(f *pflag.Flag) {
		err := set.Parse([]string{"--" + f.Name + `="x`})
		for _, foreign := range []string{"strconv", "time:", "parsing", "parse error", "argument"} {
			if err != nil && strings.Contains(usage.FlagText(err), foreign) {
				t.Errorf("--%s: %s", f.Name, usage.FlagText(err))
			}
		}
	})
}
