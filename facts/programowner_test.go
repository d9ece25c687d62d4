package facts

import (
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"ralsh/ral/host/fakehost"
)

// A program that another user could have written is not run as root.
func TestNotRunAsRoot(t *testing.T) {
	for _, c := range []struct{ what, want string }{
		{"file", "not run: it belongs to uid 1000, but the program would run as root"},
		{"folder", "not run: its directory belongs to uid 1000, but the program would run as root"},
		{"above", "not run: /etc belongs to uid 1000, but the program would run as root"},
		{"mode", "not run: users other than root can write it (mode 0777), but the program would run as root"},
	} {
		fake := fakehost.New(nil)
		printing(fake, factsD+"x.sh", says("x=1"))
		wr := fake.Writer()
		mine, other := 0, 1000
		var err error
		switch c.what {
		case "file":
			err = wr.Chown(t.Context(), factsD+"x.sh", other, mine)
		case "folder":
			err = wr.Chown(t.Context(), strings.TrimSuffix(factsD, "/"), other, mine)
		case "above":
			err = wr.Chown(t.Context(), "/etc", other, mine)
		default:
			err = wr.Chmod(t.Context(), factsD+"x.sh", 0o777)
		}
		if err != nil {
			t.Fatal(err)
		}
		f := With(fake.Reader(), Options{})
		check(t, f, "x \nkernel Linux\n")
		trouble := f.Trouble(t.Context())
		if len(trouble) != 1 || trouble[0].Err.Error() != c.want || len(fake.Ran()) > 0 {
			t.Errorf("%s: %v, ran %v", c.what, trouble, fake.Ran())
		}
	}
}

// A link to a program is judged by its target; a program in a sticky directory
// cannot be replaced.
func TestLinkedProgram(t *testing.T) {
	for _, c := range []struct {
		uid        int
		mode       fs.FileMode
		want, told string
	}{
		{0, 0o755, "x 1\n", ""},
		{0, 0o777 | fs.ModeSticky, "x 1\n", ""},
		{0, 0o777, "x \n", "not run: users other than root can write /home (mode 0777), but the program would run as root"},
		{1000, 0o755, "x \n", "not run: /home belongs to uid 1000, but the program would run as root"},
	} {
		fake := fakehost.New(map[string]string{factsD + "a.txt": ""})
		printing(fake, "/home/it/x.sh", says("x=1"))
		fake.Link(factsD+"x.sh", "../../../home/it/x.sh")
		wr := fake.Writer()
		if err := errors.Join(wr.Chown(t.Context(), "/home", c.uid, 0), wr.Chmod(t.Context(), "/home", c.mode)); err != nil {
			t.Fatal(err)
		}
		f := With(fake.Reader(), Options{})
		check(t, f, c.want)
		text := ""
		for _, s := range f.Trouble(t.Context()) {
			text = s.Err.Error()
		}
		if text != c.told {
			t.Errorf("%+v: %q", c, text)
		}
	}
}

// An ordinary user has directories below the home directory, root those of the
// system.
func TestFoldersOfUsers(t *testing.T) {
	files := map[string]string{
		"/home/me/.facter/facts.d/a.txt": "a=own\nb=own\n", "/home/me/.puppetlabs/opt/facter/facts.d/a.txt": "b=package\nc=package\n",
		"/home/me/.puppet/cache/facts.d/a.txt": "c=synced\nd=synced\n", "/home/me/.puppetlabs/opt/puppet/cache/facts.d/a.txt": "e=synced\n",
		factsD + "a.txt": "r=root\n", "/opt/puppetlabs/puppet/cache/facts.d/a.txt": "s=synced\n",
	}
	for uid, want := range map[int]string{
		1000: "a own\nb own\nc package\nd synced\ne synced\nr \ns \n",
		0:    "a \nb \nc \nd \ne \nr root\ns synced\n",
	} {
		fake := fakehost.New(files, fakehost.WithUID(uid), fakehost.WithEnv("HOME", "/home/me"))
		check(t, With(fake.Reader(), Options{}), want)
	}
}

// A program has the environment of ralsh, with the locale C.
func TestEnvironmentOfPrograms(t *testing.T) {
	fake := fakehost.New(nil, fakehost.WithEnv("HOME", "/home/me"), fakehost.WithEnv("LC_ALL", "de_DE.UTF-8"), fakehost.WithEnv("LANG", "de"), fakehost.WithEnv("SITE", "x"))
	printing(fake, factsD+"p", says("p=1\n"))
	check(t, With(fake.Reader(), Options{}), "p 1\n")
	var env []string
	for _, cmd := range fake.Ran() {
		if cmd.Name == factsD+"p" {
			env = cmd.Env
		}
	}
	for pair, want := range map[string]bool{"HOME=/home/me": true, "SITE=x": true, "LC_ALL=de_DE.UTF-8": false, "LANG=de": false} {
		if slices.Contains(env, pair) != want {
			t.Errorf("%s in %v: %v", pair, env, !want)
		}
	}
}

// Files of modules come after the directories, are read on the machine, and
// their programs describe only this machine.
func TestFilesOfModules(t *testing.T) {
	for _, below := range []bool{false, true} {
		machine := fakehost.New(map[string]string{"/modules/m/facts.d/a.txt": "a=module\nb=module\n"})
		printing(machine, "/modules/m/facts.d/p", says("p=1\n"))
		fake, want := machine, "a own\nb module\np 1\n"
		machine.Put(factsD+"a.txt", "a=own\n", 0o644)
		if below {
			fake = fakehost.New(map[string]string{factsD + "a.txt": "a=own\n"}, fakehost.WithRoot("/srv/root"))
			want = "a own\nb module\np \n"
		}
		f := With(fake.Reader(), Options{Files: []string{"/modules/m/facts.d/a.txt", "/modules/m/facts.d/p"}, FilesOn: machine.Reader()})
		check(t, f, want)
		if trouble := f.Trouble(t.Context()); (len(trouble) == 1) != below {
			t.Errorf("below %v: trouble: %v", below, trouble)
		}
	}
}
