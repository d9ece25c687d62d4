// Package providers lists the resource types that ralsh is built with. Adding
// a type is one folder beside this file and one line in it.
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
	"ralsh/ral/transaction"
)

// Register adds every built-in type and its providers. The types resources and
// schedule are the engine's own and have none.
func Register(reg *ral.Registry) {
	reg.Later("alternatives", alternatives.Register)
	reg.Later("augeas", augeas.Register)
	reg.Later("cron", cron.Register)
	reg.Later("dnsrr", dnsrr.Register)
	reg.Later("dnszone", dnszone.Register)
	reg.Later("exec", exec.Register)
	reg.Later("file", file.Register)
	reg.Later("file_line", fileline.Register)
	reg.Later("filebucket", filebucket.Register)
	reg.Later("group", group.Register)
	reg.Later("host", hosts.Register)
	reg.Later("ini_setting", inisetting.Register)
	reg.Later("kmod", kmod.Register)
	reg.Later("mailalias", mailalias.Register)
	reg.Later("mount", mount.Register)
	reg.Later("notify", notify.Register)
	reg.Later("package", pkg.Register)
	reg.About("resources", transaction.ResourcesType)
	reg.Later("schedule", func(own *ral.Registry) { own.Add(transaction.ScheduleType()) })
	reg.Later("selboolean", selboolean.Register)
	reg.Later("selmodule", selmodule.Register)
	reg.Later("service", service.Register)
	reg.Later("ssh_authorized_key", sshauthorizedkey.Register)
	reg.Later("sshkey", sshkey.Register)
	reg.Later("sysctl", sysctl.Register)
	reg.Later("tidy", tidy.Register)
	reg.Later("user", user.Register)
	reg.Later("yumrepo", yumrepo.Register)
}
