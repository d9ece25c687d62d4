package accountstest

import (
	"maps"
	"path"
	"slices"
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/host/local"
)

// Below returns a directory with the files of the small host, used as the root. The tools of
// the machine work on it with their root option. They require root: without root the test is
// skipped, or fails if RALSH_REAL is 1.
func Below(t *testing.T) host.Host {
	t.Helper()
	h, err := local.Below(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if h.Reader().UID() != 0 {
		missing(t, h, "only root can use the shadow tools below a root directory")
	}
	for _, tool := range []string{"useradd", "usermod", "userdel", "chage", "chpasswd", "groupadd", "groupmod", "groupdel", "gpasswd"} {
		if _, err := h.Reader().Find(t.Context(), tool); err != nil {
			missing(t, h, err.Error())
		}
	}
	files := Files()
	files["/etc/gshadow"] = "root:*::\nadm:*::deploy\nsudo:*::alice\nnogroup:*::\ndeploy:!::\nalice:!::\nusers:*::\n"
	for _, dir := range []string{"/home/deploy", "/etc/skel"} {
		mkdir(t, h, dir)
	}
	for _, file := range slices.Sorted(maps.Keys(files)) {
		write(t, h, file, files[file], 0o644)
	}
	for _, shell := range []string{"/bin/sh", "/bin/bash", "/usr/sbin/nologin"} {
		write(t, h, shell, "#!/bin/sh\n", 0o755)
	}
	return h
}

func write(t *testing.T, h host.Host, file, content string, mode uint32) {
	t.Helper()
	mkdir(t, h, path.Dir(file))
	bits := host.FileMode(mode)
	if err := h.Writer().WriteFile(t.Context(), file, []byte(content), host.WriteOptions{Mode: &bits}); err != nil {
		t.Fatal(err)
	}
}

func mkdir(t *testing.T, h host.Host, dir string) {
	t.Helper()
	if ok, _ := h.Reader().Exists(t.Context(), dir); ok {
		return
	}
	mkdir(t, h, path.Dir(dir))
	if err := h.Writer().Mkdir(t.Context(), dir, 0o755); err != nil {
		t.Fatal(err)
	}
}

func missing(t *testing.T, h host.Host, why string) {
	t.Helper()
	if h.Reader().Getenv("RALSH_REAL") == "1" {
		t.Fatal(why)
	}
	t.Skip(why)
}

// Directory returns a function that gives a root a second source of names
// (libnss-extrausers): /var/lib/extrausers with one line of a database (passwd or
// group).
func Directory(t *testing.T, database, line string) func(root string) {
	t.Helper()
	return func(root string) {
		t.Helper()
		h, err := local.Below(root)
		if err != nil {
			t.Fatal(err)
		}
		write(t, h, "/etc/nsswitch.conf", "passwd: files extrausers\ngroup: files extrausers\nshadow: files extrausers\n", 0o644)
		write(t, h, "/var/lib/extrausers/"+database, line+"\n", 0o644)
	}
}
