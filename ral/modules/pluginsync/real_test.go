package pluginsync_test

import (
	"bytes"
	"errors"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"ralsh/ral/host/local"
	"ralsh/ral/host/ownfiles"
	"ralsh/ral/modules/pluginsync"
	"ralsh/ral/raltest/real"
)

// A real puppetserver, on the loopback of a root of its own: a sync gives the
// same files as `puppet plugin download`.
func TestRealServer(t *testing.T) {
	real.Full(t)
	if !real.InsideOf(t, real.PuppetServer, nil) {
		return
	}
	realServer(t)
	state, err := ownfiles.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	opt := pluginsync.Options{Server: "puppet", Environment: "production", Identity: pluginsync.Identity{Name: "puppet"}}
	sync := func() pluginsync.Result {
		t.Helper()
		r, err := pluginsync.Sync(t.Context(), local.Machine().Reader(), state, opt)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	same := func() {
		t.Helper()
		run(t, "puppet", "plugin", "download")
		ours := filepath.Join(state.Path(pluginsync.Dir), "current")
		for dir, theirs := range map[string]string{"lib": "/var/cache/puppet/lib", "facts.d": "/var/cache/puppet/facts.d"} {
			if got, want := printed(t, filepath.Join(ours, dir)), printed(t, theirs); got != want {
				t.Errorf("%s is\n%s\nthat of puppet is\n%s", dir, got, want)
			}
		}
	}
	if r := sync(); len(r.Changes) != 14 {
		t.Errorf("%d changes: %s", len(r.Changes), changes(r))
	}
	same()
	start := time.Now()
	if r := sync(); len(r.Changes) != 0 || r.Unchanged != 7 {
		t.Errorf("again: %s, %d unchanged", changes(r), r.Unchanged)
	}
	t.Logf("unchanged: %v", time.Since(start))
	serverWrite(t, "greetings/lib/ral/provider/thing/a.star", "provider('b')")
	serverWrite(t, "greetings/lib/ral/words.star", "x = 1")
	if err := os.RemoveAll(filepath.Join(serverModules, "greetings/lib/facter")); err != nil {
		t.Fatal(err)
	}
	if got, want := changes(sync()), "removed lib/facter, removed lib/facter/a b%2f+é.rb, changed lib/ral/provider/thing/a.star, added lib/ral/words.star"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	same()
	servedFiles(t, opt)
	opt.Environment = "nowhere"
	if _, err := pluginsync.Sync(t.Context(), local.Machine().Reader(), state, opt); err == nil || !strings.Contains(err.Error(), "Could not find environment 'nowhere'") {
		t.Error(err)
	}
	opt.Environment, opt.Identity.Dir = "production", newAuthority(t).ssldir("puppet")
	if _, err := pluginsync.Sync(t.Context(), local.Machine().Reader(), state, opt); err == nil || !strings.Contains(err.Error(), "unknown authority") {
		t.Error(err)
	}
}

// servedFiles reads the files of a module as sources of a file.
func servedFiles(t *testing.T, opt pluginsync.Options) {
	t.Helper()
	serverWrite(t, "greetings/files/sub/a b+é.txt", "hello\n")
	serverWrite(t, "greetings/files/sub/deeper/b", "b")
	serverWrite(t, "greetings/files/run.sh", "#!/bin/sh\n")
	if err := os.Symlink("run.sh", filepath.Join(serverModules, "greetings/files/link")); err != nil {
		t.Fatal(err)
	}
	files, err := pluginsync.NewFiles(t.Context(), local.Machine().Reader(), opt)
	if err != nil {
		t.Fatal(err)
	}
	const dir = "modules/greetings"
	if info, err := files.Stat(t.Context(), dir); err != nil || !info.IsDir() {
		t.Error(info, err)
	}
	if info, err := files.Stat(t.Context(), dir+"/link"); err != nil || info.Mode != 0o755 {
		t.Error(info, err)
	}
	if to, err := files.ReadLink(t.Context(), dir+"/link"); err != nil || !strings.HasSuffix(to, "run.sh") {
		t.Error(to, err)
	}
	if names, err := files.ReadDir(t.Context(), dir+"/sub"); err != nil || !slices.Equal(slices.Sorted(slices.Values(names)), []string{"a b+é.txt", "deeper"}) {
		t.Error(names, err)
	}
	const file = dir + "/sub/a b+é.txt"
	if data, err := files.ReadFile(t.Context(), file); err != nil || string(data) != "hello\n" {
		t.Error(string(data), err)
	}
	for kind, want := range map[string]string{
		"sha256": "{sha256}5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03", "md5": "{md5}b1946ac92492d2347c6235b4d2611184",
	} {
		if sum, err := files.Checksum(t.Context(), file, kind); err != nil || sum != want {
			t.Error(sum, err)
		}
	}
	for _, missing := range []string{dir + "/none", "modules/nowhere/x"} {
		if _, err := files.Lstat(t.Context(), missing); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s: %v", missing, err)
		}
	}
}

const serverModules = "/etc/puppet/code/environments/production/modules"

var serverFiles = [...]struct{ name, text string }{
	{"greetings/lib/ral/type/thing.star", "newtype('thing')"},
	{"greetings/lib/ral/provider/thing/a.star", "provider('a')"},
	{"greetings/lib/facter/a b%2f+é.rb", "odd name"},
	{"greetings/lib/empty.rb", ""},
	{"greetings/facts.d/who.sh", "#!/bin/sh\necho who=me\n"},
	{"greetings/facts.d/site.yaml", "site: north\n"},
	{"other/lib/ral/type/thing.star", "which of the two is the server's to say"},
	{"other/lib/other.rb", "other"},
}

func serverWrite(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join(serverModules, name)
	put(t, file, []byte(text))
	if strings.HasPrefix(text, "#!") {
		if err := os.Chmod(file, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// realServer starts puppetserver with modules. The agent uses the server's
// certificate, as on the server's own host.
func realServer(t *testing.T) {
	t.Helper()
	t.Setenv("LC_ALL", "C.UTF-8") // otherwise the server cannot open a name that is not ASCII
	for _, f := range serverFiles {
		serverWrite(t, f.name, f.text)
	}
	put(t, "/etc/hosts", []byte("127.0.0.1 localhost puppet\n"))
	put(t, "/etc/puppet/puppet.conf", []byte("[main]\nserver = puppet\ncertname = puppet\ndns_alt_names = puppet\n"))
	edit(t, "/etc/puppet/puppetserver/conf.d/webserver.conf", "0.0.0.0", "127.0.0.1")
	edit(t, "/etc/puppet/puppetserver/conf.d/puppetserver.conf", "jruby-puppet: {", "jruby-puppet: {\n    max-active-instances: 1")
	run(t, "ip", "link", "set", "lo", "up")
	run(t, "install", "-d", "-o", "puppet", "/run/puppetserver")
	cmd := exec.Command("setpriv", "--reuid", "puppet", "--regid", "puppet", "--clear-groups", "java", "-Xms256m", "-Xmx768m",
		"-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Djruby.lib=/usr/share/jruby/lib", "-jar", "/usr/share/puppetserver/puppetserver.jar",
		"--config", "/etc/puppet/puppetserver/conf.d", "--bootstrap-config", "/etc/puppet/puppetserver/services.d")
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-ended
		if t.Failed() {
			t.Logf("the server said:\n%s", out.String())
		}
	})
	start, tick := time.Now(), time.NewTicker(200*time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("the server ended: %v", err)
		case <-tick.C:
		}
		if conn, err := net.Dial("tcp", "127.0.0.1:8140"); err == nil {
			conn.Close()
			t.Logf("the server is up after %v", time.Since(start))
			return
		}
		if time.Since(start) > 5*time.Minute {
			t.Fatal("the server does not come up")
		}
	}
}

func edit(t *testing.T, file, old, new string) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil || !bytes.Contains(text, []byte(old)) {
		t.Fatal(file, old, err)
	}
	if err := os.WriteFile(file, bytes.Replace(text, []byte(old), []byte(new), 1), 0o644); err != nil {
		t.Fatal(err)
	}
}

func run(t *testing.T, argv ...string) {
	t.Helper()
	if out, err := exec.Command(argv[0], argv[1:]...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", argv, err, out)
	}
}

// printed returns a tree as text: each directory, and each file with its
// execute permissions and content.
func printed(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(file string, e os.DirEntry, err error) error {
		info, more := e.Info()
		if err = errors.Join(err, more); err != nil {
			return err
		}
		b.WriteString(strings.TrimPrefix(file, dir) + " " + info.Mode().String())
		if !e.IsDir() {
			text, err := os.ReadFile(file)
			b.WriteString(" " + string(text) + "\n")
			return err
		}
		b.WriteString("\n")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}
