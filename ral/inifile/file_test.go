package inifile

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
)

func yum() Dialect {
	return Dialect{Prefix: "[", Suffix: "]", Separator: "=", Continued: true}
}

func TestEdits(t *testing.T) {
	set := func(section, name, value string) func(*File) error {
		return func(f *File) error { return f.Set(section, name, value) }
	}
	for name, c := range map[string]struct {
		d             Dialect
		before, after string
		edit          func(*File) error
	}{
		"the line keeps its spacing and ending": {Common(), "[a]\r\n  x\t=  1\r\ny=2", "[a]\r\n  x\t=  9\r\ny=2", set("a", "x", "9")},
		"a new line ends as its neighbours do":  {Common(), "[a]\r\nx=1", "[a]\r\nx=1\r\ny = 2\r\n", set("a", "y", "2")},
		"the same value writes nothing":         {Common(), "[a]\nx =  1 \t\n", "[a]\nx =  1 \t\n", set("a", "x", "1")},
		"a value where there was none":          {Common(), "[a]\nx =\ny=\n", "[a]\nx = 1\ny=\n", set("a", "x", "1")},
		"each place of a doubled setting":       {Common(), "[a]\nx=1\n[b]\n[a]\nx=2\n", "[a]\nx=3\n[b]\n[a]\nx=3\n", set("a", "x", "3")},
		"a doubled section grows at its last":   {Common(), "[a]\nx=1\n\n[b]\n\n[a]\n\n[c]\n", "[a]\nx=1\n\n[b]\n\n[a]\ny = 2\n\n[c]\n", set("a", "y", "2")},
		"lines of bytes stay":                   {Common(), "\xff\xfe\n[a]\n\xffx=1\n", "\xff\xfe\n[a]\n\xffx=1\nx = 2\n", set("a", "x", "2")},
		"a value on several lines is replaced":  {yum(), "[a]\nurl=one\n  two\n # three\n\tfour\nb=1\n", "[a]\nurl=new\n # three\nb=1\n", set("a", "url", "new")},
		"a value on several lines is written":   {yum(), "[a]\r\n", "[a]\r\nurl=one\r\n        two\r\n", set("a", "url", "one\ntwo")},
		"below its comment, not inside a value": {yum(), "[a]\nurl=one\n#b=1\n  two\n", "[a]\nurl=one\n#b=1\n  two\nb=2\n", set("a", "b", "2")},
		"other signs around sections": {
			Dialect{Prefix: "<", Suffix: ">", Separator: " ", Width: 2, Indent: "\t"}, "<a>\nx 1\n", "<a>\nx 1\n\t\ty 2\n", set("a", "y", "2"),
		},
		"a section of nothing":    {Common(), "x=1\n", "x=1\n\n[a]\n", func(f *File) error { return f.AddSection("a") }},
		"a section that is there": {Common(), "[a]\n", "[a]\n", func(f *File) error { return f.AddSection("a") }},
		"the last setting takes its section along": {Common(), "[a]\nx=1\n[b]\ny=1\n", "[b]\ny=1\n", func(f *File) error {
			f.Remove("a", "x")
			return nil
		}},
		"a comment keeps its section": {Common(), "[a]\n#x\nx=1\n[b]\n", "[a]\n#x\n[b]\n", func(f *File) error {
			f.Remove("a", "x")
			return nil
		}},
		"a whole section": {Common(), "y=1\n[a]\n#x\nx=1\n\n[b]\nz=1\n", "y=1\n[b]\nz=1\n", func(f *File) error {
			f.RemoveSection("a")
			return nil
		}},
	} {
		t.Run(name, func(t *testing.T) {
			f := c.d.Parse([]byte(c.before))
			if err := c.edit(f); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.after, string(f.Bytes())); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// A change that could not be read back is an error, and the file stays
// unchanged.
func TestUnlike(t *testing.T) {
	const text = "[a]\nx=1\n"
	for name, s := range map[string]Setting{
		"a value of two lines":       {"a", "x", "1\n[b]", 0},
		"a name with the separator":  {"a", "y=z", "1", 0},
		"a name that is a comment":   {"a", "#y", "1", 0},
		"a name that is a section":   {"a", "[y", "]", 0},
		"a section of two lines":     {"a]\n[b", "y", "1", 0},
		"a value with blanks around": {"a", "y", " 1", 0},
		"no name":                    {"a", "", "1", 0},
	} {
		f := Common().Parse([]byte(text))
		if err := f.Set(s.Section, s.Name, s.Value); err == nil {
			t.Errorf("%s is written as %q", name, f.Bytes())
		}
		if got := string(f.Bytes()); got != text {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestWhatIsRead(t *testing.T) {
	f := yum().Parse([]byte("top=0\n[main]\nurl=one\n  two\n\tx=3\njunk\n  y=4\n[main]\n"))
	want := []Setting{{"", "top", "0", 1}, {"main", "url", "one\ntwo\nx=3", 3}, {"main", "y", "4", 7}}
	if diff := cmp.Diff(want, f.Settings()); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]Section{{"main", 2}, {"main", 8}}, f.Sections()); diff != "" {
		t.Error(diff)
	}
	if got := f.Unknown(); !slices.Equal(got, []int{6}) {
		t.Errorf("unknown: %v", got)
	}
}

func TestFilesThatAreNoText(t *testing.T) {
	fake := fakehost.New(map[string]string{"/etc/a": "[a]\nx=\x001\n"})
	err := Common().Edit(t.Context(), fake.Writer(), "/etc/a", host.WriteOptions{}, func(f *File) error { return f.Set("a", "x", "2") })
	if err == nil || !strings.Contains(err.Error(), "/etc/a: line 2 contains a NUL byte") || fake.Content("/etc/a") != "[a]\nx=\x001\n" {
		t.Errorf("%v, %q", err, fake.Content("/etc/a"))
	}
}

// FuzzFile checks that an unchanged file is written with the same bytes, and
// that a change is read back and leaves every other setting.
func FuzzFile(f *testing.F) {
	for _, text := range []string{"[a]\r\nx = 1\n\n;y=2\n[b]\n\tz:3", "x=1\n  two\n#c\n[a]\n[a]\n", "\xff[a]\x00\n =\n==\nu==v\n[]\n"} {
		for _, continued := range []bool{false, true} {
			f.Add(text, "a", "x", "9", continued)
			f.Add(text, "", "u=", "a\nb", continued)
			f.Add(text, "new", "#y", "", continued)
		}
	}
	f.Fuzz(func(t *testing.T, text, section, name, value string, continued bool) {
		d := Common()
		d.Continued = continued
		file := d.Parse([]byte(text))
		if string(file.Bytes()) != text {
			t.Fatalf("%q is written back as %q", text, file.Bytes())
		}
		before := file.Settings()
		one := Setting{Section: section, Name: name}
		if err := file.Set(section, name, value); err != nil {
			if string(file.Bytes()) != text {
				t.Fatalf("after %v the file is %q", err, file.Bytes())
			}
			return
		}
		again := d.Parse(file.Bytes())
		if got, ok := again.Get(section, name); !ok || got.Value != value {
			t.Fatalf("%q is read back as %q, %v from %q", value, got.Value, ok, file.Bytes())
		}
		if diff := cmp.Diff(others(before, one), others(again.Settings(), one)); diff != "" {
			t.Fatalf("others changed:\n%s", diff)
		}
		file.Remove(section, name)
		again = d.Parse(file.Bytes())
		if got, ok := again.Get(section, name); ok {
			t.Fatalf("%q is still there in %q", got.Value, file.Bytes())
		}
		if diff := cmp.Diff(others(before, one), others(again.Settings(), one)); diff != "" {
			t.Fatalf("removal changed others:\n%s\n%q", diff, file.Bytes())
		}
	})
}

// others returns all settings except the given one, without their line numbers.
func others(all []Setting, one Setting) []Setting {
	var list []Setting
	for _, s := range all {
		if s.Section != one.Section || s.Name != one.Name {
			s.Line = 0
			list = append(list, s)
		}
	}
	return list
}

// An edited file is the file that is parsed from its bytes: both read the same, and the
// next edit leaves the same bytes and the same error.
func TestEditedIsAsParsed(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	edits := make(map[string]int)
	for range 10_000 {
		d := Common()
		d.Width, d.Separator, d.Continued = rng.IntN(4)-1, pick(" = ", "=", ": "), rng.IntN(2) == 0
		var text strings.Builder
		for range rng.IntN(9) {
			text.WriteString(pick("a = 1", "  b = 2", "a=3", "[x]", "[y]", "  [x]", "# a = 5", ";c=", "# a: why", "", " ", "junk", "  more", "d =") + pick("\n", "\n", "\r\n", ""))
		}
		f := d.Parse([]byte(text.String()))
		for range 1 + rng.IntN(6) {
			section, name := pick("", "", "x", "x", "y", "z", "[q"), pick("a", "a", "b", "b", "c", "d", "", "#g")
			value := pick("1", "2", "", " v", "a = b", "[x]", "new\nline", "one\n\ntwo")
			way := pick("set", "set", "set", "add", "remove", "unset", "drop", "note")
			edit := func(f *File) error {
				switch way {
				case "set":
					return f.Set(section, name, value)
				case "add":
					return f.AddSection(section)
				case "remove":
					f.Remove(section, name)
				case "unset":
					f.Unset(section, name)
				case "drop":
					f.RemoveSection(section)
				case "note":
					return f.SetNote(section, name, "# "+name+": ", value)
				}
				return nil
			}
			before := string(f.Bytes())
			fresh := d.Parse([]byte(before))
			err, failed := edit(f), edit(fresh)
			if fmt.Sprint(err) != fmt.Sprint(failed) || string(f.Bytes()) != string(fresh.Bytes()) || err != nil && string(f.Bytes()) != before {
				t.Fatalf("%q: %s %q %q %q\nedited %q, %v\nparsed %q, %v", before, way, section, name, value, f.Bytes(), err, fresh.Bytes(), failed)
			}
			if string(f.Bytes()) != before {
				edits[way]++
			}
			again := d.Parse(f.Bytes())
			read := func(f *File) string {
				return fmt.Sprint(f.Settings(), f.Sections(), f.Unknown(), f.In(section), f.All(section, name), f.Has(section), f.Note(section, name, "# "))
			}
			if read(f) != read(again) {
				t.Fatalf("%q: %s %q %q %q leaves %q\nedited %s\nparsed %s", before, way, section, name, value, f.Bytes(), read(f), read(again))
			}
		}
	}
	for _, way := range []string{"set", "add", "remove", "unset", "drop", "note"} {
		if edits[way] < 100 {
			t.Errorf("only %d times %s changed the file", edits[way], way)
		}
	}
}
