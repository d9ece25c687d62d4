package cli

import (
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"ralsh/model"
	"ralsh/model/snapshot"
)

// TestJSONPage holds that the sections of docs/json.md have every field of the
// documents that they describe.
func TestJSONPage(t *testing.T) {
	text, err := os.ReadFile("../../docs/json.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := make(map[string]string)
	for _, section := range strings.Split(string(text), "\n## ")[1:] {
		name, body, _ := strings.Cut(section, "\n")
		sections[name] = body
	}
	for name, documents := range map[string][]any{
		"resource":                  {model.Instance{}, resourceEnd{}},
		"Changes":                   {runDocument{}},
		"Steps":                     {stepItem{}},
		"timing":                    {timingItem{}},
		"types":                     {typesDocument{}},
		"providers":                 {providersDocument{}},
		"describe":                  {describeDocument{}},
		"why":                       {whyItem{}, factUseItem{}},
		"graph":                     {graphDocument{}},
		"history":                   {historyDocument{}, pastRunDocument{}},
		"compare":                   {differenceItem{}},
		"paths, modules, functions": {pathsDocument{}, modulesDocument{}, checkDocument{}, testDocument{}, pluginsDocument{}, functionsDocument{}, functionDocument{}},
		"hosts":                     {hostsDocument{}},
		"Many hosts":                {hostLine{}},
		"Snapshots":                 {snapshot.Head{}, snapshot.Listing{}},
	} {
		for _, doc := range documents {
			for _, field := range jsonFields(reflect.TypeOf(doc)) {
				if !regexp.MustCompile("[`.]" + field + "(\\[\\])?`").MatchString(sections[name]) {
					t.Errorf("the section %s has no field %s", name, field)
				}
			}
		}
	}
}

// jsonFields returns the names of the fields of a document and of what it contains,
// except for what a section of its own describes.
func jsonFields(typ reflect.Type) (names []string) {
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
		switch field.Type {
		case reflect.TypeFor[*timingItem](), reflect.TypeFor[snapshot.Head](), reflect.TypeFor[[]stepItem]():
		default:
			names = append(names, jsonFields(field.Type)...)
		}
	}
	return names
}
