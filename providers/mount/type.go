package mount

import (
	"path"
	"strings"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// Register adds the type mount and its provider (semantics.md section 8).
func Register(reg *ral.Registry) { reg.Add(typeDef(), parsed()) }

const fstab = "/etc/fstab"

func typeDef() ral.Type {
	return ral.Type{
		Name:    "mount",
		Summary: "Entries of " + fstab + ", and mounted file systems",
		Doc: "An entry of `" + fstab + "` (fstab(5)), and whether the file system is mounted. " +
			"All other lines stay unchanged, byte for byte. " +
			"A change of a mounted file system remounts it, and so does a refresh. " +
			"A mounted file system without an entry is a `ghost`." +
			"\n\n```puppet\nmount { '/srv':\n" +
			"  ensure  => defined,\n  device  => '/dev/vdb1',\n" +
			"  fstype  => 'xfs',\n  options => 'noatime',\n}\n```\n",
		Columns:     [2]string{"device", "fstype"},
		Attributes:  attributes(),
		Features:    []ral.Feature{{Name: "refreshable", Doc: "The provider can remount the file system.", Methods: []string{"Refresh"}}},
		SelfRefresh: true,
		Hooks:       hooks{},
		Findings:    findings,
		Relations: []ral.Relation{
			{Kind: ral.Require, Type: "mount", Titles: above, Via: []string{"name"}},
			{Kind: ral.Before, Type: "file", Match: below, Via: []string{"name"}},
			standard.Mentions("file", standard.IsPath, "name", "device"),
		},
	}
}

type hooks struct{}

// OnlyNow reports whether the file system is mounted and not in the file.
func (hooks) OnlyNow(inst *ral.Instance) bool { return inst.Get("ensure").IsSym("ghost") }

func attributes() []*ral.Attribute {
	list := []*ral.Attribute{
		ensure(),
		{
			Name: "device", Kind: ral.Property, Example: "/dev/vdb1", ValidateFn: oneLine("device"),
			Doc: "The source of the file system: a device, `UUID=`, `LABEL=`, `host:/path`, or any word for a file system without a device. " +
				"A new entry needs a source.",
		},
		{
			Name: "blockdevice", Kind: ral.Property, Example: "/dev/vdb1", ValidateFn: oneWord("blockdevice"), InSyncFn: always,
			Doc: "The device to check on Solaris. It is accepted for compatibility, without effect.",
		},
		{
			Name: "fstype", Kind: ral.Property, Example: "ext4", ValidateFn: oneWord("fstype"),
			Doc: "The type of the file system, or `swap`. A new entry needs a type.",
		},
		{
			Name: "options", Kind: ral.Property, Example: "noatime,nofail", ValidateFn: oneWord("options"),
			Doc: "The mount options, separated by commas. A new entry gets `defaults` by default.",
		},
		{
			Name: "pass", Kind: ral.Property, Example: "2", DefaultFunc: zeroWhenManaged, ValidateFn: oneWord("pass"), InSyncFn: orZero,
			Doc: "The order of file system checks at boot: 1 for the root, 2 for other file systems, 0 for no check. " +
				"The default is 0 if the declaration sets a property.",
		},
		atboot(),
		{
			Name: "dump", Kind: ral.Property, Example: "0", DefaultFunc: zeroWhenManaged, InSyncFn: orZero,
			Values: []ral.Allowed{{Pattern: lazyre.New(`(0|1)`)}},
			Doc:    "Whether dump(8) saves the file system: 0 or 1. The default is 0 if the declaration sets a property.",
		},
		{
			Name: "target", Kind: ral.Property, LocatesResource: true, Example: fstab, Default: value.Str(fstab), ValidateFn: oneLine("target"),
			Doc: "The file with the entry. If you set a different file, ralsh moves the entry from `" + fstab + "` to this file.",
		},
		{
			Name: "name", Kind: ral.Param, Namevar: true, Example: "/srv", ValidateFn: oneLine("name"), MungeFn: bareSlash,
			Doc: "The mount point; `none` for swap. ralsh removes a slash at the end.",
		},
		{
			Name: "remounts", Kind: ral.Param, Example: "true", Values: ral.Literals("true", "false"), Default: value.Sym("true"),
			Doc: "Whether ralsh can remount the file system (`mount -o remount`). Otherwise, ralsh unmounts it and " +
				"mounts it again, which fails while a process uses it.",
		},
	}
	for _, a := range list {
		a.SyncedByEnsure = a.Kind == ral.Property && a.Name != "ensure"
	}
	return list
}

func ensure() *ral.Attribute {
	return &ral.Attribute{
		Name: "ensure", Kind: ral.Property, Example: "mounted", InSyncFn: settled,
		Hooks: unlisted{},
		Doc: "The desired state: `defined` is an entry in `" + fstab + "`, mounted or not; `unmounted` is an entry that is " +
			"not mounted; `mounted` is a mounted entry; `absent` is neither an entry nor a mount.",
		Values: []ral.Allowed{
			{Name: "defined", Aliases: []string{"present"}, Doc: "In the file, mounted or not."},
			{Name: "unmounted", Doc: "In the file and not mounted."},
			{Name: "absent", Event: "mount_deleted", Doc: "Neither in the file nor mounted."},
			{Name: "mounted", Event: "mount_mounted", Doc: "In the file and mounted."},
		},
	}
}

func atboot() *ral.Attribute {
	a := standard.BoolProperty("atboot", "Whether the file system is mounted at boot. It is accepted for compatibility, without effect: "+
		"use `noauto` in `options`.")
	a.MungeFn = func(h ral.Hook, v value.Value) (value.Value, error) {
		switch strings.ToLower(v.Text()) {
		case "true", "yes":
			return value.Sym("yes"), nil
		}
		return value.Sym("no"), nil
	}
	a.ValidateFn = boolean
	a.InSyncFn = always
	return a
}

// settled reports whether an existing entry is in sync if it should only be
// defined.
func settled(_ ral.Hook, is, should value.Value) bool {
	if should.IsSym("defined") {
		return is.IsSym("mounted") || is.IsSym("unmounted")
	}
	return is.Equal(should)
}

func always(ral.Hook, value.Value, value.Value) bool { return true }

// orZero compares the last two fields: a missing field is 0, and text after
// the last field is ignored (fstab(5)).
func orZero(_ ral.Hook, is, should value.Value) bool {
	if is.IsAbsent() {
		return should.Text() == "0"
	}
	first, _, _ := strings.Cut(is.Text(), "\t")
	return first == should.Text()
}

func zeroWhenManaged(h ral.Hook) (value.Value, error) {
	if h.R.Managed() {
		return value.Int(0), nil
	}
	return value.Value{}, nil
}

// above returns the mount points that are required.
func above(r *ral.Resource) []string {
	var list []string
	for dir := r.Name(); strings.HasPrefix(dir, "/") && dir != "/"; {
		dir = path.Dir(dir)
		list = append([]string{dir}, list...)
	}
	return list
}

// below returns a function that matches the files on the file system.
func below(r *ral.Resource) func(*ral.Resource) bool {
	if !strings.HasPrefix(r.Name(), "/") {
		return nil
	}
	return func(file *ral.Resource) bool {
		at := path.Clean(file.Name())
		return strings.HasPrefix(at, strings.TrimSuffix(r.Name(), "/")+"/") && at != r.Name()
	}
}

// findings reports an entry with more fields than fstab(5) defines.
func findings(inst *ral.Instance) []string {
	if strings.ContainsAny(inst.Get("pass").Text(), "\t ") {
		return []string{inst.From + " has more than six fields"}
	}
	return nil
}

type unlisted struct{}

// Undeclarable rejects ghost, which describes a mount without an entry.
func (unlisted) Undeclarable(_ *ral.Instance, is value.Value) (_ value.Value, why string) {
	if is.IsSym("ghost") {
		why = "it is mounted but has no entry"
	}
	return value.Value{}, why
}
