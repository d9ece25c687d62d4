package file

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/record"
	"ralsh/ral/manifest"
	"ralsh/ral/value"
)

func TestSymbolicModes(t *testing.T) {
	for _, c := range []struct {
		spec      string
		from      uint32
		directory bool
		want      string
	}{
		{"u=rw,go=r", 0o777, false, "0644"},
		{"a+x", 0o644, false, "0755"},
		{"+x", 0o644, false, "0755"},
		{"=", 0o777, false, "0000"},
		{"g=u,o=g", 0o640, false, "0666"},
		{"a=u", 0o640, false, "0666"},
		{"u+s,g+s,o+t", 0o755, false, "7755"},
		{"u-s", 0o4755, false, "0755"},
		{"o+s", 0o755, false, "1755"},
		{"a+X", 0o644, false, "0644"},
		{"a+X", 0o744, false, "0755"},
		{"a+X", 0o644, true, "0755"},
		{"u+r-w+x", 0o200, false, "0500"},
		{"644", 0o777, false, "0644"},
		{"0644", 0o777, true, "0755"},
		{"4711", 0, false, "4711"},
		{"0400", 0, true, "0500"},
	} {
		got, err := desiredMode(c.spec, c.from, c.directory)
		if text := fmt.Sprintf("%04o", got); err != nil || text != c.want {
			t.Errorf("%s from %04o: %s, %v; want %s", c.spec, c.from, text, err, c.want)
		}
	}
}

func FuzzMode(f *testing.F) {
	for _, spec := range []string{"u=rw,go=r", "a+X", "=", "+-=", "0644", "ugoa-s+t", "a=uX"} {
		f.Add(spec, uint32(0o644))
	}
	f.Fuzz(func(t *testing.T, spec string, from uint32) {
		if !octal.MatchString(spec) && !symbolic.MatchString(spec) {
			return
		}
		mode, err := desiredMode(spec, from&0o7777, false)
		if err == nil && mode > 0o7777 {
			t.Errorf("%q from %o is %o", spec, from, mode)
		}
	})
}

func TestValidation(t *testing.T) {
	s := newStage(t, fakeHost().Reader(), host.Writer{})
	for _, c := range []struct {
		d    ral.Decl
		want string
	}{
		{decl("relative", "ensure", "file"), "File paths must be fully qualified, not 'relative'"},
		{decl("/a\x00b", "ensure", "file"), "NUL"},
		{decl("/a", "staging_location", "tmp"), "File paths must be fully qualified, not 'tmp'"},
		{decl("/a", "mode", "888"), `The file mode specification is invalid: "888"`},
		{decl("/a", "mode", "u+q"), `The file mode specification is invalid: "u+q"`},
		{decl("/a", "mode", "u=X"), "X only works with the '+' operator"},
		{decl("/a").With("mode", value.Int(420)), "The file mode specification must be a string, not 'Integer'"},
		{decl("/a", "content", "x", "target", "/b"), "You cannot specify more than one of content, source, target"},
		{decl("/a", "content", "x", "ensure", "/b"), "You cannot specify more than one of content, source, target"},
		{decl("/a", "content", checksum("md5lite", nil)), ""},
		{decl("/a", "content", "{sha256}"), ""},
		{decl("/a", "type", "file", "mtime", "now"), ""},
		{decl("/a", "backup", "../x"), "Invalid backup type"},
		{decl("/a", "links", "ignore"), `Invalid value "ignore". Valid values are follow, manage.`},
		{decl("/a", "target", ""), "a link needs a target"},
		{decl("/a", "source", "/b", "content", "x"), "You cannot specify more than one of content, source, target"},
		{decl("/a", "source", "/b", "target", "/x"), "You cannot specify more than one of content, source, target"},
		{decl("/a", "source", "b"), "Cannot use relative URLs 'b'"},
		{decl("/a", "source", "puppet:///modules/x"), ""},
		{decl("/a", "source", "puppet:modules/x"), "Cannot use opaque URLs 'puppet:modules/x'"},
		{decl("/a", "source", "https://example.com/x"), ""},
		{decl("/a", "source", "ftp://example.com/x"), "Cannot use URLs of type 'ftp' as source for fileserving"},
		{decl("/a", "source", "file://elsewhere/x"), "Cannot use opaque URLs"},
		{decl("/a", "source", "file:x"), "Cannot use opaque URLs"},
		{decl("/a", "source", "https://%zz/x"), `Could not understand source https://%zz/x: invalid URL escape "%zz"`},
		{decl("/a", "source", "http:///x"), "Could not understand source http:///x: the URL has no host"},
		{decl("/a", "source", "http://a b/c"), `Could not understand source http://a b/c: invalid character " " in host name`},
		{decl("/a", "source", "http://a:70000/c"), `Could not understand source http://a:70000/c: invalid port "70000"`},
		{decl("/a", "source", "puppet:///modules/m/100%#x"), ""},
		{decl("/a", "source", "/b\x00"), "NUL"},
		{decl("/a").With("source", value.Strs("/b", "c")), "Cannot use relative URLs 'c'"},
		{decl("/a", "source", "file:///b%20c"), ""},
		{decl("/a", "source", "/b", "checksum", "etag"), ""},
		{decl("/a", "source", "/b", "checksum", "none"), "You cannot specify source when using checksum 'none'"},
		{decl("/a", "content", "b", "checksum", "mtime"), "You cannot specify content when using checksum 'mtime'"},
		{decl("/a", "recurse", "remote"), "You cannot specify a remote recursion without a source"},
		{decl("/a", "recurse", "inf"), `Invalid value "inf". Valid values are true, false, remote.`},
		{decl("/a", "recurselimit", "-1"), "Valid values match"},
		{decl("/a", "max_files", "-2"), "Valid values match"},
		{decl("/a", "max_files", "-1"), ""},
		{decl("/a", "source", "/b", "checksum_value", "abc"), "Checksum value 'abc' is not a valid checksum type sha256"},
		{decl("/a", "source", "/b", "checksum", "md5", "checksum_value", "9CD599A3523898E6A12E13EC787DA50A"), "is not a valid checksum type md5"},
		{decl("/a", "source", "/b", "checksum", "md5", "checksum_value", "9cd599a3523898e6a12e13ec787da50a"), ""},
		{decl("/a", "source", "/b", "checksum", "mtime", "checksum_value", "1"), "checksum_value cannot be combined with checksum 'mtime'"},
		{decl("/a", "content", "x", "checksum", "md5", "checksum_value", "9cd599a3523898e6a12e13ec787da50a"), "File written to disk did not match desired checksum; discarding changes ({md5}9dd4e461268c8034f5c8564e155c67a6 vs {md5}9cd599a3523898e6a12e13ec787da50a)"},
		{decl("/a", "seltype", "a:b"), `"a:b" is not a valid part of an SELinux label`},
		{decl("/a", "selrange", "s0:c1,c2"), ""},
		{decl("/a", "validate_replacement", ""), "the placeholder is empty"},
		{decl("/a", "backup", "main"), ""},
		{decl("/a", "backup", ""), "Invalid backup type"},
		{decl("/a", "mode", "4755", "owner", "1000", "backup", ".b", "checksum", "sha1lite"), ""},
	} {
		_, diags := s.env.Build(t.Context(), c.d)
		err := diags.Err()
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%+v: got %v, want %q", c.d.Attrs, err, c.want)
		}
	}
}

func TestRelations(t *testing.T) {
	s := newStage(t, fakeHost().Reader(), host.Writer{})
	r, diags := s.env.Build(t.Context(), decl("/z/..//a//./b/c/", "target", "/y/../x/", "owner", "alice", "group", "4"))
	if diags.Err() != nil {
		t.Fatal(diags.Err())
	}
	var got []string
	for _, rel := range r.Type.Relations {
		for _, title := range rel.Titles(r) {
			got = append(got, rel.Type+" "+title)
		}
	}
	want := []string{"file /a/b", "file /a", "file /", "file /x", "user alice"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if loop, _ := s.env.Build(t.Context(), decl("/loop", "ensure", "link", "target", "/loop")); !slices.Equal(requiredFiles(loop), []string{"/"}) {
		t.Errorf("a link to itself requires %v", requiredFiles(loop))
	}
	if root, _ := s.env.Build(t.Context(), decl("/")); !slices.Equal(requiredFiles(root), nil) {
		t.Errorf("/ requires %v", requiredFiles(root))
	}
}

func TestWhatIsShown(t *testing.T) {
	s := newStage(t, fakeHost().Reader(), host.Writer{})
	for path, want := range map[string]string{
		"/srv/old":   `content "old\n" ensure :file group "root" mode "0644" owner "root" target :absent type "file"`,
		"/srv/bin":   `content :"{sha256}` + checksum("sha256", []byte("\xff\x00"))[8:] + `" ensure :file group "root" mode "0644" owner "root" target :absent type "file"`,
		"/srv/latin": `content "caf\xE9\n" ensure :file group "root" mode "0644" owner "root" target :absent type "file"`,
		"/srv/loose": `content :absent ensure :link group "root" mode "0777" owner "root" target "/none/at/all" type "link"`,
		"/srv/d":     `content :absent ensure :directory group "root" mode "0755" owner "root" target :absent type "directory"`,
	} {
		r, err := s.read(t.Context(), decl(path))
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, name := range []string{"content", "ensure", "group", "mode", "owner", "target", "type"} {
			got = append(got, name+" "+r.Is(name).Inspect())
		}
		if diff := cmp.Diff(want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
	}
}

// A secret as content appears in no output, including plans.
func TestSecretContent(t *testing.T) {
	fake := fakeHost()
	plan := record.New(fake.Reader())
	s := newStage(t, plan.Reader(), plan.Writer())
	for _, path := range []string{"/srv/new", "/srv/old"} {
		d := decl(path, "mode", "0600").With("content", value.Secret(value.Str("pw=1\n")))
		text, err := s.apply(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(text, " "); !strings.Contains(text, "changed [redacted] to [redacted]") {
			t.Errorf("says %q", text)
		}
	}
	for _, act := range plan.Acts() {
		if act.Kind == host.ActWrite && !act.Secret {
			t.Errorf("%s shows what it writes", act)
		}
	}
}

func TestWhatIsPastedBack(t *testing.T) {
	s := newStage(t, fakeHost().Reader(), host.Writer{})
	r, err := s.read(t.Context(), decl("/srv/old"))
	if err != nil {
		t.Fatal(err)
	}
	const want = `file { '/srv/old':
  ensure   => 'file',
  content  => "old\n",
  group    => 'root',
  mode     => '0644',
  owner    => 'root',
  provider => 'posix',
}
`
	if diff := cmp.Diff(want, manifest.Puppet(manifest.FromInstance(r.Found, false))); diff != "" {
		t.Error(diff)
	}
}

// The owner, the group and the mode of new content are not those of the old one.
func TestContentComesFirst(t *testing.T) {
	reg := ral.NewRegistry()
	Register(reg)
	for _, name := range []string{"owner", "group", "mode"} {
		if needs := reg.Type("file").Attr(name).Needs; needs != "content" {
			t.Errorf("%s needs %q", name, needs)
		}
	}
}
