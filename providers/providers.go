// Package providers lists the resource types that ralsh is built with. Adding
// a type is one folder beside this file and one line in it.
package providers

import (
	"ralsh/providers/file"
	"ralsh/providers/group"
	hosts "ralsh/providers/host"
	"ralsh/providers/notify"
	pkg "ralsh/providers/package"
	"ralsh/providers/service"
	"ralsh/providers/user"
	"ralsh/ral"
)

// Register adds every built-in type and its providers.
func Register(reg *ral.Registry) {
	reg.Later("file", file.Register)
	reg.Later("group", group.Register)
	reg.Later("host", hosts.Register)
	reg.Later("notify", notify.Register)
	reg.Later("package", pkg.Register)
	reg.Later("service", service.Register)
	reg.Later("user", user.Register)
}
