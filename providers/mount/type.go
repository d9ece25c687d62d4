package mount

import (
	"path"
	"strings"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// Register adds the type mount and its provider (semantics.md section 8).
func Register(reg *ral.Registry) { reg.Add(typeDef(), parsed()) }

const fstab = "/etc/fstab"

func typeDef() ral.Type {
	return ral.Type{
		Name:    "mount",
		Summary: "File systems in " + fstab + ", and mounted ones",
		Doc: "A file system as written in `" + fstab + "` (fstab(5)), and whether it is mounted now. " +
			"Lines that are not managed stay as they are, byte for byte. " +
			"Any change of a file system that is mounted remounts it; so does an event of another resource. " +
			"What is mounted and not in `" + fstab + "` is a `ghost`." +
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
			ral.Mentions("file", ral.IsPath, "name", "device"),
		},
	}
}

// hooks are the hooks of the type.
type hooks struct{}

// OnlyNow reports whether the file system is mounted and not in the file.
func (hooks) OnlyNow(inst *ral.Instance) bool { return inst.Get("ensure").IsSym("ghost") }

func attributes() []*ral.Attribute {
	list := []*ral.Attribute{
		ensure(),
		{
			Name: "device", Kind: ral.Property, Example: "/dev/vdb1", ValidateFn: oneLine("device"),
			Doc: "What is mounted: a device, `UUID=`, `LABEL=`, `host:/path`, or any word of a file system that has none. " +
				"A new entry needs one.",
		},
		{
			Name: "blockdevice", Kind: ral.Property, Example: "/dev/vdb1", ValidateFn: oneWord("blockdevice"), InSyncFn: always,
			Doc: "The device to check, which only Solaris has. It is accepted and does nothing.",
		},
		{
			Name: "fstype", Kind: ral.Property, Example: "ext4", ValidateFn: oneWord("fstype"),
			Doc: "The kind of file system, or `swap`. A new entry needs one.",
		},
		{
			Name: "options", Kind: ral.Property, Example: "noatime,nofail", ValidateFn: oneWord("options"),
			Doc: "The options of the mount, with commas. A new entry gets `defaults` when there are none.",
		},
		{
			Name: "pass", Kind: ral.Property, Example: "2", DefaultFunc: zeroWhenManaged, ValidateFn: oneWord("pass"), InSyncFn: orZero,
			Doc: "When the file system is checked at boot: 1 for the root, 2 for others, 0 for never. " +
				"It is 0 unless it is set, as soon as anything of the mount is managed.",
		},
		atboot(),
		{
			Name: "dump", Kind: ral.Property, Example: "0", DefaultFunc: zeroWhenManaged, InSyncFn: orZero,
			Values: []ral.Allowed{{Pattern: lazyre.New(`(0|1)`)}},
			Doc:    "Whether dump(8) takes the file system: 0 or 1. It is 0 unless it is set, as `pass`.",
		},
		{
			Name: "target", Kind: ral.Property, LocatesResource: true, Example: fstab, Default: value.Str(fstab), ValidateFn: oneLine("target"),
			Doc: "The file that holds the entry. An entry found in `" + fstab + "` moves when another file is asked for.",
		},
		{
			Name: "name", Kind: ral.Param, Namevar: true, Example: "/srv", ValidateFn: oneLine("name"), MungeFn: bareSlash,
			Doc: "Where the file system is mounted; `none` of swap. A slash at the end is taken off.",
		},
		{
			Name: "remounts", Kind: ral.Param, Example: "true", Values: ral.Literals("true", "false"), Default: value.Sym("true"),
			Doc: "Whether the file system can be remounted as it is (`mount -o remount`). Otherwise it is unmounted and " +
				"mounted again, which fails while somebody uses it.",
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
		Doc: "What there should be: `defined` is an entry in `" + fstab + "`, mounted or not; `unmounted` an entry that is " +
			"not mounted, `mounted` an entry that is; `absent` is neither an entry nor a mount.",
		Values: []ral.Allowed{
			{Name: "defined", Aliases: []string{"present"}, Doc: "In the file, mounted or not."},
			{Name: "unmounted", Doc: "In the file and not mounted."},
			{Name: "absent", Event: "mount_deleted", Doc: "Neither in the file nor mounted."},
			{Name: "mounted", Event: "mount_mounted", Doc: "In the file and mounted."},
		},
	}
}

func atboot() *ral.Attribute {
	a := ral.BoolProperty("atboot", "Whether it is mounted at boot, which "+fstab+" says with the option `noauto`. "+
		"It is accepted and does nothing: set `options`.")
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

// orZero compares the last two fields: a missing one is 0, and anything after
// the last is ignored (fstab(5)).
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

// unlisted has the hook of ensure.
type unlisted struct{}

// Undeclarable rejects ghost, which describes a mount without an entry.
func (unlisted) Undeclarable(_ *ral.Instance, is value.Value) (_ value.Value, why string) {
	if is.IsSym("ghost") {
		why = "it is mounted and has no entry"
	}
	return value.Value{}, why
}
