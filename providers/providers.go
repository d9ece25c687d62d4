// Package providers registers the built-in resource types.
//
// Register is the only function. It adds an entry per type to a ral.Registry: the package
// of the type constructs the type and its providers. The types resources and schedule
// have only a type.
//
// AddLazy registers a type that is constructed when it is first needed, so a command that
// uses a single type does not construct all types. A new type needs a directory next to
// this file, and an import and a line in Register; CONTRIBUTING.md describes the steps.
package providers

import (
	"ralsh/providers/alternatives"
	"ralsh/providers/augeas"
	"ralsh/providers/cron"
	"ralsh/providers/dnsrr"
	"ralsh/providers/dnszone"
	"ralsh/providers/exec"
	"ralsh/providers/file"
	fileline "ralsh/providers/file_line"
	"ralsh/providers/filebucket"
	"ralsh/providers/group"
	hosts "ralsh/providers/host"
	inisetting "ralsh/providers/ini_setting"
	"ralsh/providers/kmod"
	"ralsh/providers/mailalias"
	"ralsh/providers/mount"
	"ralsh/providers/notify"
	pkg "ralsh/providers/package"
	"ralsh/providers/resources"
	"ralsh/providers/schedule"
	"ralsh/providers/selboolean"
	"ralsh/providers/selmodule"
	"ralsh/providers/service"
	"ralsh/providers/sshauthorizedkey"
	"ralsh/providers/sshkey"
	"ralsh/providers/sysctl"
	"ralsh/providers/tidy"
	"ralsh/providers/user"
	"ralsh/providers/yumrepo"
	"ralsh/ral"
)

// Register adds every built-in type and its providers.
func Register(reg *ral.Registry) {
	reg.AddLazy("alternatives", alternatives.Register)
	reg.AddLazy("augeas", augeas.Register)
	reg.AddLazy("cron", cron.Register)
	reg.AddLazy("dnsrr", dnsrr.Register)
	reg.AddLazy("dnszone", dnszone.Register)
	reg.AddLazy("exec", exec.Register)
	reg.AddLazy("file", file.Register)
	reg.AddLazy("file_line", fileline.Register)
	reg.AddLazy("filebucket", filebucket.Register)
	reg.AddLazy("group", group.Register)
	reg.AddLazy("host", hosts.Register)
	reg.AddLazy("ini_setting", inisetting.Register)
	reg.AddLazy("kmod", kmod.Register)
	reg.AddLazy("mailalias", mailalias.Register)
	reg.AddLazy("mount", mount.Register)
	reg.AddLazy("notify", notify.Register)
	reg.AddLazy("package", pkg.Register)
	reg.AddMeta("resources", resources.Type)
	reg.AddLazy("schedule", schedule.Register)
	reg.AddLazy("selboolean", selboolean.Register)
	reg.AddLazy("selmodule", selmodule.Register)
	reg.AddLazy("service", service.Register)
	reg.AddLazy("ssh_authorized_key", sshauthorizedkey.Register)
	reg.AddLazy("sshkey", sshkey.Register)
	reg.AddLazy("sysctl", sysctl.Register)
	reg.AddLazy("tidy", tidy.Register)
	reg.AddLazy("user", user.Register)
	reg.AddLazy("yumrepo", yumrepo.Register)
}
