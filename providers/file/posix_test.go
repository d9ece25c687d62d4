package file

import (
	"context"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/record"
)

func fakeHost() *fakehost.Host {
	f := fakehost.New(map[string]string{
		"/etc/passwd": "root:x:0:0::/root:/bin/sh\nalice:x:1000:1000::/:/bin/sh\nbad\nno:x::\n",
		"/etc/group":  "root:x:0:\nadm:x:4:alice\n",
		"/srv/old":    "old\n",
		"/srv/bin":    "\xff\x00",
		"/srv/latin":  "caf\xe9\n",
		"/srv/big":    strings.Repeat("x", shownContent+1),
		"/srv/d/in":   "in\n",
	})
	f.Link("/srv/link", "old")
	f.Link("/srv/loose", "/none/at/all")
	f.Link("/srv/theirs", "old")
	if err := f.Writer().Chown(context.Background(), "/srv/theirs", 0, 4); err != nil {
		panic(err)
	}
	f.Put("/srv/suid", "#!", 0o755|fs.ModeSetuid)
	return f
}

// Each case is applied in a plan, then on the host: both have the same acts and
// messages, and a second run changes nothing.
func TestChanges(t *testing.T) {
	const sumOld = "'{sha256}01d09d19c2139a46aebfb577780d123d7396e97201bc7ead210a2ebff8239dee'"
	const sumNew = "'{sha256}7aa7a5359173d05b63cfd682e3c38487f3cb4f7f1d60659fe59fab1505977d4c'"
	for name, c := range map[string]struct {
		d    ral.Decl
		says string
		acts string
	}{
		"content makes a file": {
			decl("/srv/new", "content", "new\n", "mode", "600", "owner", "alice", "group", "adm"),
			"defined content as " + sumNew, "write /srv/new, new, 4 bytes, by rename, mode 0600 1000:4",
		},
		"empty file":        {decl("/srv/e", "ensure", "file"), "created", "write /srv/e, new, 0 bytes, by rename, mode 0644"},
		"present":           {decl("/srv/e", "ensure", "present"), "created", "write /srv/e, new, 0 bytes, by rename, mode 0644"},
		"present by a link": {decl("/srv/link", "ensure", "present", "content", "x"), "", ""},
		"content changed": {
			decl("/srv//old/", "content", "new\n"), "content changed " + sumOld + " to " + sumNew,
			"write /srv/old, 4 -> 4 bytes, by rename, mode 0644",
		},
		"content of binary": {
			decl("/srv/bin", "content", "new\n", "checksum", "md5"),
			"content changed '{md5}e0e8bfafbb0689563b2fba789c97b3cc' to '{md5}9cd599a3523898e6a12e13ec787da50a'",
			"write /srv/bin, 2 -> 4 bytes, by rename, mode 0644",
		},
		"content of another encoding": {
			decl("/srv/latin", "content", "caf\xe8\n"),
			"content changed '" + checksum("sha256", []byte("caf\xe9\n")) + "' to '" + checksum("sha256", []byte("caf\xe8\n")) + "'",
			"write /srv/latin, 5 -> 5 bytes, by rename, mode 0644",
		},
		"content in sync":  {decl("/srv/old", "content", "old\n", "ensure", "file"), "", ""},
		"latin in sync":    {decl("/srv/latin", "content", "caf\xe9\n"), "", ""},
		"big in sync":      {decl("/srv/big", "content", strings.Repeat("x", shownContent+1)), "", ""},
		"replace => false": {decl("/srv/old", "content", "new\n", "replace", "false"), "", ""},
		"backup": {
			decl("/srv/suid", "content", "new\n", "backup", ".orig", "show_diff", "false"),
			"content changed [redacted] to [redacted]",
			"write /srv/suid.orig, content [redacted], by rename, mode 4755 0:0\nwrite /srv/suid, content [redacted], by rename, mode 4755",
		},
		"directory": {
			decl("/srv/dir", "ensure", "directory", "mode", "0640", "group", "adm"), "created",
			"mkdir /srv/dir, mode 0750\nchown :4 /srv/dir",
		},
		"link":                 {decl("/srv/l", "target", "old"), "created", "symlink /srv/l -> old"},
		"link by ensure":       {decl("/srv/l", "ensure", "/srv/old"), "created", "symlink /srv/l -> /srv/old"},
		"link turned":          {decl("/srv/link", "target", "d"), "target changed 'old' to 'd'", "symlink /srv/link -> d"},
		"link keeps its owner": {decl("/srv/theirs", "target", "d"), "target changed 'old' to 'd'", "symlink /srv/theirs -> d\nchown 0:4 /srv/theirs"},
		"link for a file":      {decl("/srv/old", "ensure", "link", "target", "d"), "ensure changed 'file' to 'link'", "remove /srv/old\nsymlink /srv/old -> d"},
		"file for a link": {
			decl("/srv/link", "content", "new\n"), "defined content as " + sumNew,
			"write /srv/link, 4 bytes in place of a link, by rename, mode 0644",
		},
		"through a link": {
			decl("/srv/link", "content", "new\n", "links", "follow"), "content changed " + sumOld + " to " + sumNew,
			"write /srv/old (named /srv/link), 4 -> 4 bytes, by rename, mode 0644",
		},
		"removed":            {decl("/srv/old", "ensure", "absent"), "removed", "remove /srv/old"},
		"removed by false":   {decl("/srv/old", "ensure", "false"), "removed", "remove /srv/old"},
		"link removed":       {decl("/srv/loose", "ensure", "absent"), "removed", "remove /srv/loose"},
		"directory removed":  {decl("/srv/d", "ensure", "absent", "force", "true"), "removed", "remove /srv/d and all below it"},
		"file for directory": {decl("/srv/d", "ensure", "file", "force", "yes"), "ensure changed 'directory' to 'file'", "remove /srv/d and all below it\nwrite /srv/d, new, 0 bytes, by rename, mode 0644"},
		"directory for file": {decl("/srv/old", "ensure", "directory"), "ensure changed 'file' to 'directory'", "remove /srv/old\nmkdir /srv/old, mode 0755"},
		"mode":               {decl("/srv/old", "mode", "0600"), "mode changed '0644' to '0600'", "chmod 0600 /srv/old"},
		"mode of directory":  {decl("/srv/d", "mode", "0640"), "mode changed '0755' to '0750'", "chmod 0750 /srv/d"},
		"symbolic mode":      {decl("/srv/old", "mode", "u+x,go="), "mode changed '0644' to '0700' (u+x,go=)", "chmod 0700 /srv/old"},
		"mode of a link":     {decl("/srv/link", "mode", "0600"), "", ""},
		"owner keeps setuid": {
			decl("/srv/suid", "owner", "alice"), "owner changed 'root' to 'alice'", "chown 1000 /srv/suid\nchmod 4755 /srv/suid",
		},
		"owner by number":      {decl("/srv/old", "owner", "0", "group", "00"), "", ""},
		"owner through a link": {decl("/srv/link", "group", "adm", "links", "follow"), "group changed 'root' to 'adm'", "chown :4 /srv/old"},
		"nothing to manage":    {decl("/srv/none", "mode", "0600"), "", ""},
		"below a file":         {decl("/srv/old/x", "ensure", "absent"), "", ""},
	} {
		t.Run(name, func(t *testing.T) {
			fake := fakeHost()
			plan := record.New(fake.Reader())
			planned := newStage(t, plan.Reader(), plan.Writer())
			text, err := planned.apply(t.Context(), c.d)
			if err != nil {
				t.Fatal(err)
			}
			var acts []host.Act
			real := newStage(t, fake.Reader(), host.TapAfter(fake.Writer(), func(a host.Act, _ host.Result, _ error) { acts = append(acts, a) }))
			again, err := real.apply(t.Context(), c.d)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(text, again); diff != "" {
				t.Errorf("plan and apply differ: %s", diff)
			}
			if diff := cmp.Diff(c.says, strings.Join(text, "\n")); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(c.acts, lines(acts)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(lines(plan.Acts()), lines(acts)); diff != "" {
				t.Errorf("plan and apply differ: %s", diff)
			}
			if more, err := real.apply(t.Context(), c.d); err != nil || more != nil {
				t.Errorf("a second run: %v, %v", more, err)
			}
		})
	}
}

func lines(acts []host.Act) string {
	var list []string
	for _, a := range acts {
		text := a.String()
		if a.Kind == host.ActWrite && a.UID >= 0 {
			text += " " + strings.TrimPrefix(host.Act{Kind: host.ActChown, UID: a.UID, GID: a.GID}.String(), "chown ")
		}
		list = append(list, strings.TrimSpace(text))
	}
	return strings.Join(list, "\n")
}

func TestRefused(t *testing.T) {
	for name, c := range map[string]struct {
		d    ral.Decl
		want string
	}{
		"directory without force":     {decl("/srv/d", "ensure", "absent"), "/srv/d is a directory: set force => true to remove it"},
		"file for a directory":        {decl("/srv/d", "ensure", "file"), "/srv/d is a directory: set force => true to replace it by a file"},
		"no folder":                   {decl("/none/x", "content", "x"), "cannot create /none/x: the directory /none does not exist"},
		"folder is a file":            {decl("/srv/old/x", "content", "x"), "cannot create /srv/old/x: /srv/old is not a directory"},
		"a checksum of a new file":    {decl("/srv/n", "content", checksum("md5", nil)), "cannot write /srv/n: {md5}d41d8cd98f00b204e9800998ecf8427e is a checksum, and its content is not in the filebucket"},
		"a checksum of another file":  {decl("/srv/old", "content", checksum("md5", nil)), "cannot write /srv/old: {md5}d41d8cd98f00b204e9800998ecf8427e is a checksum, and its content is not in the filebucket"},
		"no checksum, and like one":   {decl("/srv/old", "content", "{sha256}notahash"), "cannot write /srv/old: {sha256}notahash begins like a checksum but is not a valid checksum"},
		"like one of another kind":    {decl("/srv/n", "content", "{foo}bar"), "cannot write /srv/n: {foo}bar begins like a checksum but is not a valid checksum"},
		"like one, with a blank":      {decl("/srv/old", "content", "{md5}zz tail"), "cannot write /srv/old: {md5}zz tail begins like a checksum but is not a valid checksum"},
		"a line like one":             {decl("/srv/old", "content", "x\n{md5}zz tail\n"), "cannot write /srv/old: a line of the content begins like a checksum, for example {md5}: Puppet reads this content as a checksum"},
		"no target":                   {decl("/srv/l", "ensure", "link"), "Cannot create a symlink without a target"},
		"unknown owner of a new file": {decl("/srv/n", "content", "x", "owner", "bob"), "Could not find user bob"},
		"unknown group":               {decl("/srv/old", "content", "x", "group", "bob"), "Could not find group bob"},
		"an account without a number": {decl("/srv/old", "content", "x", "owner", "no"), "Could not find user no"},
		"a line that is no account":   {decl("/srv/old", "content", "x", "owner", "bad"), "Could not find user bad"},
	} {
		t.Run(name, func(t *testing.T) {
			fake := fakeHost()
			var acts []host.Act
			s := newStage(t, fake.Reader(), host.TapAfter(fake.Writer(), func(a host.Act, _ host.Result, _ error) { acts = append(acts, a) }))
			_, err := s.apply(t.Context(), c.d)
			if err == nil || err.Error() != c.want {
				t.Errorf("got %v, want %s", err, c.want)
			}
			if len(acts) != 0 {
				t.Errorf("touched anyway: %v", acts)
			}
		})
	}
}
