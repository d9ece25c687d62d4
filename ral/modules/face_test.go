package modules_test

import (
	"strings"
	"testing"

	"ralsh/ral/modules"
	"ralsh/ral/modules/star/face"
)

const aFace = "face('hosts', doc = 'd', actions = [action('list', lambda self: 1, doc = 'd')])\n"

// A face is the file of its name, the first of the path, and never one of the
// reserved names. One that cannot be used costs nothing but itself.
func TestFaces(t *testing.T) {
	files := tree{
		"a/lib/ral/face/hosts.star":     aFace,
		"b/lib/ral/face/hosts.star":     strings.ReplaceAll(aFace, "1", "2"),
		"a/lib/ral/face/types.star":     strings.ReplaceAll(aFace, "hosts", "types"),
		"a/lib/ral/face/other.star":     aFace,
		"a/lib/ral/face/nothing.star":   "x = 1",
		"a/lib/ral/face/two.star":       strings.ReplaceAll(aFace, "hosts", "two") + strings.ReplaceAll(aFace, "hosts", "two"),
		"a/lib/ral/face/function.star":  "function('function', lambda: 1)",
		"a/lib/ral/face/broken.star":    "(",
		"a/lib/ral/face/deep/x.star":    aFace,
		"a/lib/ral/fact/hosts.star":     aFace,
		"a/lib/ral/face/library.star":   "load('words.star', 'list')\nface('library', actions = [action('list', list)])",
		"a/lib/ral/face/wrong.star":     "load('face/hosts.star', 'list')",
		"a/lib/ral/words.star":          "def list(self):\n    return 'from words'\n",
		"a/lib/ral/type/thing.star":     aType,
		"a/lib/puppet/face/certs.rb":    "",
		"synced/lib/ral/face/last.star": strings.ReplaceAll(aFace, "hosts", "last"),
	}
	e := modules.Load(t.Context(), files.fake().Reader(), modules.Options{
		Path: []string{"/etc/modules"}, Base: builtin(t), Reserved: face.Reserved{Commands: []string{"types"}},
	})
	want := `a/lib/puppet/face/certs.rb: Ruby face certs not run: ralsh does not run Ruby faces
a/lib/ral/face/broken.star: face broken failed: a/lib/ral/face/broken.star:1:2: got end of file, want primary expression
a/lib/ral/face/function.star: face function failed: a/lib/ral/face/function.star:1:9: a file in face must not define a function
a/lib/ral/face/hosts.star: face hosts loaded
a/lib/ral/face/library.star: face library loaded
a/lib/ral/face/nothing.star: face nothing failed: a/lib/ral/face/nothing.star:1:1: the file must define a face
a/lib/ral/face/other.star: face other failed: a/lib/ral/face/other.star:1:5: the file is named other, but defines the face hosts: use the same name for both
a/lib/ral/face/two.star: face two failed: a/lib/ral/face/two.star:2:5: face two is defined twice (first at a/lib/ral/face/two.star:1:5)
a/lib/ral/face/types.star: face types failed: a/lib/ral/face/types.star:1:5: face types: ralsh has a built-in command types: use a different name
a/lib/ral/face/wrong.star: face wrong failed: a/lib/ral/face/wrong.star:1:1: cannot load face/hosts.star: load accepts only libraries: a path below lib/ral that is not a type, provider, fact, feature, function or face (example: words.star)
a/lib/ral/fact/hosts.star: fact hosts failed: a/lib/ral/fact/hosts.star:1:5: a file in fact must not define a face
a/lib/ral/type/thing.star: type thing loaded
a/lib/ral/words.star: library words loaded
b/lib/ral/face/hosts.star: face hosts shadowed: by a/lib/ral/face/hosts.star
synced/lib/ral/face/last.star: face last loaded
`
	if got := states(e); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	var names []string
	for _, f := range e.Faces {
		names = append(names, f.Origin.Module+" "+f.Name)
	}
	if got := strings.Join(names, ", "); got != "a hosts, a library, synced last" {
		t.Errorf("the faces are %s", got)
	}
	if e.Registry.Type("thing") == nil {
		t.Error("a broken face costs a type")
	}
	if why := e.Foreign("certs", modules.RubyFace); !strings.Contains(why, "module a has it in Ruby") {
		t.Errorf("a face in Ruby: %q", why)
	}
}

// The check of a module reports what a face lacks, and each mistake once.
func TestCheckFaces(t *testing.T) {
	files := tree{
		"m/metadata.json": goodMetadata,
		"m/lib/ral/face/lacking.star": `face("lacking", actions = [
    action("show", lambda self, name, form: 1, args = [arg("name")], options = [option("form")]),
])`,
		"m/lib/ral/face/wrong.star": `face("wrong", doc = "d", actions = [
    action("a", lambda self, x: 1, doc = "d", args = [arg("y", doc = "d")]),
    action("b", lambda: 1, doc = "d"),
])`,
		"m/lib/ral/face/whole.star": "face('whole', doc = 'd', commands = {'x': '/x'})",
		"m/lib/ral/faces/far.star":  "x = 1",
		"m/faces/far.star":          "",
		"other/lib/ral/face/a.star": "face('a')",
	}
	want := `faces/far.star: (remark) ralsh does not load this file: plugins are lib/ral/type/TYPE.star, lib/ral/provider/TYPE/NAME.star, lib/ral/fact/*.star, lib/ral/feature/NAME.star, lib/ral/function/NAME.star, lib/ral/face/NAME.star
lib/ral/face/lacking.star:1:5: (remark) the doc of face lacking is missing
lib/ral/face/lacking.star:2:11: (remark) the doc of action show is missing
lib/ral/face/lacking.star:2:11: (remark) the doc of argument name of action show is missing
lib/ral/face/lacking.star:2:11: (remark) the doc of option form of action show is missing
lib/ral/face/whole.star:1:5: face whole: the face must define at least one action
lib/ral/face/whole.star:1:5: face whole: the looks of the command x are missing, and a face runs only read-only commands: command("/x", looks = [[ARGUMENTS]])
lib/ral/face/wrong.star:2:17: action a: the function has no parameter for the declared argument y
lib/ral/face/wrong.star:2:17: action a: the function requires x, which is not declared as an argument or an option
lib/ral/face/wrong.star:3:17: action b: the function must have the parameter self
`
	if got, _ := check(t, files, "m"); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	rd := tree{"m/metadata.json": goodMetadata, "m/lib/ral/face/types.star": strings.ReplaceAll(aFace, "hosts", "types")}.fake().Reader()
	_, findings := modules.Check(t.Context(), rd, "/etc/modules/m", modules.Options{Base: builtin(t), Reserved: face.Reserved{Commands: []string{"types"}}})
	if len(findings) != 1 || findings[0].Pos != "/etc/modules/m/lib/ral/face/types.star:1:5" || !strings.Contains(findings[0].Message, "ralsh has a built-in command types") {
		t.Errorf("a reserved name: %v", findings)
	}
}
