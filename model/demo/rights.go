package demo

// ownDirs returns the directories without files, parents first.
func ownDirs() []string {
	return []string{
		"/etc/nginx/sites-enabled", "/etc/rc2.d", "/etc/systemd", "/etc/systemd/system", "/etc/systemd/system/multi-user.target.wants",
		"/root", "/run", "/tmp", "/var/lib/dpkg/updates", "/var/log", "/var/mail", "/var/www",
	}
}

// link is a symbolic link.
type link struct{ path, target string }

func links() []link {
	return []link{
		{"/bin", "usr/bin"},
		{"/sbin", "usr/sbin"},
		{"/lib", "usr/lib"},
		{"/usr/bin/sh", "dash"},
		{"/etc/nginx/sites-enabled/default", "/etc/nginx/sites-available/default"},
		{"/etc/rc2.d/S01cron", "../init.d/cron"},
		{"/etc/systemd/system/multi-user.target.wants/cron.service", "/lib/systemd/system/cron.service"},
		{"/etc/systemd/system/multi-user.target.wants/ssh.service", "/lib/systemd/system/ssh.service"},
	}
}

// right is the octal mode and the owner of a path that is not root's with mode
// 0644 (a directory: 0755). If an ordinary user creates the host, that user
// owns everything.
type right struct {
	path     string
	mode     uint32
	uid, gid int
}

// The owners of files of the sample host.
const (
	root, shadow, alice, deploy = 0, 42, 1000, 1001
)

func rights() []right {
	return []right{
		{"/etc/shadow", 0o640, root, shadow},
		{"/etc/gshadow", 0o640, root, shadow},
		{"/etc/init.d/cron", 0o755, root, root},
		{"/home/alice", 0o700, alice, alice},
		{"/home/alice/.bashrc", 0o644, alice, alice},
		{"/home/alice/.ssh", 0o700, alice, alice},
		{"/home/alice/.ssh/authorized_keys", 0o600, alice, alice},
		{"/home/deploy", 0o700, deploy, deploy},
		{"/home/deploy/.ssh", 0o700, deploy, deploy},
		{"/home/deploy/.ssh/authorized_keys", 0o600, deploy, deploy},
		{"/root", 0o700, root, root},
		{"/srv/www", 0o755, deploy, deploy},
		{"/srv/www/index.html", 0o644, deploy, deploy},
		{"/srv/www/release", 0o755, deploy, deploy},
		{"/srv/www/report", 0o755, deploy, deploy},
		{"/tmp", 0o1777, root, root},
		{"/usr/bin/bash", 0o755, root, root},
		{"/usr/bin/dash", 0o755, root, root},
		{"/usr/sbin/nologin", 0o755, root, root},
		{"/var/spool/cron/crontabs", 0o1730, root, root},
		{"/var/spool/cron/crontabs/deploy", 0o600, deploy, root},
	}
}
