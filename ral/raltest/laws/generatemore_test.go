package laws

// What needs several resources, or parameters that most manifests do not set.

// tree is a directory with its contents, from a source or only with their modes.
func (g *gen) tree(d *declared) bool {
	d.kind, d.title = "file", "/srv/tree"
	g.from()
	if g.odds(2, 3) {
		g.do("mkdir -p /srv/tree/sub; echo mine >/srv/tree/own; echo old >/srv/tree/one; chmod %s /srv/tree/own; ln -sfn own /srv/tree/link", g.one(modes...))
	}
	d.set("ensure", "directory")
	d.raw("recurse", g.one("true", "true", "remote"))
	if g.odds(3, 4) {
		d.set("source", "/srv/from")
	}
	if g.odds(1, 3) {
		d.raw("purge", "true")
	}
	if g.odds(1, 3) {
		d.set("mode", g.one("0644", "u=rwX,go=rX", "0750"))
	}
	if g.odds(1, 4) {
		d.set("owner", "daemon")
	}
	if g.odds(1, 4) {
		d.set("recurselimit", "1")
	}
	if g.odds(1, 4) {
		d.raw("ignore", list(g.one("one", "*.x", "sub")))
	}
	if g.odds(1, 4) {
		d.raw("force", "true")
	}
	if d.value("source") == "" && d.value("recurse") == q("remote") {
		d.unset("recurse")
	}
	return true
}

// from makes the directory that sources are read from.
func (g *gen) from() {
	g.do("mkdir -p /srv/from/sub; printf 'first\\n' >/srv/from/one; printf 'second' >/srv/from/sub/two; chmod %s /srv/from/one; ln -sfn one /srv/from/link", g.one("0644", "0600", "0755"))
}

// copied is a file from a source, which is there, is missing, or which an earlier
// exec makes.
func (g *gen) copied(d *declared) bool {
	d.kind, d.title = "file", g.one("/srv/copy", "/srv/a", "/etc/laws.conf")
	g.from()
	if g.odds(1, 2) {
		g.do("[ -e %s ] || { echo before >%s; chmod %s %s; }", d.title, d.title, g.one(modes...), d.title)
	}
	d.set("ensure", g.one("file", "present"))
	d.set("source", g.one("/srv/from/one", "/srv/from/one", "/srv/from/link", "/srv/from/none"))
	if g.odds(1, 3) {
		made := &declared{kind: "exec", title: "makes " + d.title}
		made.set("command", "/bin/sh -c 'echo made > /srv/exec/made'")
		made.set("creates", "/srv/exec/made")
		if g.taken["exec "+made.title] {
			return false
		}
		g.taken["exec "+made.title] = true
		g.do("mkdir -p /srv/exec")
		g.res = append(g.res, made)
		d.attrs[1][1] = q("/srv/exec/made")
		d.raw("require", "["+made.ref()+"]")
	}
	if g.odds(1, 3) {
		d.set("mode", g.one("0640", "4755"))
	}
	if g.odds(1, 3) {
		d.set("checksum", g.one("md5", "mtime", "none", "sha256lite"))
	}
	if g.odds(1, 4) {
		d.raw("replace", "false")
	}
	if g.odds(1, 4) {
		d.raw("show_diff", "false")
	}
	if g.odds(1, 4) {
		d.set("links", g.one("follow", "manage"))
	}
	return true
}

// followed is a link whose target is managed.
func (g *gen) followed(d *declared) bool {
	d.kind, d.title = "file", "/srv/followed"
	g.do("echo behind >/srv/behind; chmod %s /srv/behind; mkdir -p /srv/behind.d; ln -sfn %s /srv/followed", g.one(modes...), g.one("behind", "/srv/behind", "/srv/nowhere", "/srv/behind.d"))
	d.set("links", "follow")
	if g.odds(1, 2) {
		d.set("ensure", g.one("file", "present"))
		d.set("content", g.one("new\n", "behind\n"))
	}
	if g.odds(1, 2) {
		d.set("mode", g.one("0600", "0644"))
	}
	if g.odds(1, 3) {
		d.set("owner", g.one("daemon", "root"))
	}
	if g.odds(1, 3) {
		d.raw("show_diff", "false")
	}
	return len(d.attrs) > 1
}

// mark is the mark of a package, with or without its state.
func (g *gen) mark(d *declared) bool {
	if !g.pkg(d) || removes(d) || d.title == "laws-none" {
		return false
	}
	if g.odds(1, 3) {
		g.do("apt-mark -q %s %s >/dev/null 2>&1 || :", g.one("auto", "hold", "manual"), d.title)
	}
	d.set("mark", g.one("hold", "none"))
	return true
}

// schedule makes a schedule, and gives it to a resource that is there.
func (g *gen) schedule(d *declared) bool {
	d.kind, d.title = "schedule", g.one("never", "always")
	if d.title == "never" {
		d.set("period", "never")
	} else {
		d.set("range", "0:00 - 23:59:59")
	}
	for _, other := range g.res {
		if other.value("schedule") == "" && other.kind != "schedule" && g.odds(1, 2) {
			other.set("schedule", d.title)
		}
	}
	return true
}

// inserted is a change of augeas that is not idempotent without its check.
func (g *gen) inserted(d *declared) bool {
	d.kind, d.title = "augeas", "inserted"
	g.write("/etc/laws.inserted", "# vars\nA=1\nB=2\n")
	d.set("incl", "/etc/laws.inserted")
	d.set("lens", "Shellvars.lns")
	d.raw("changes", list("ins Z before A", "set Z 1"))
	d.set("onlyif", "match Z size == 0")
	return true
}
