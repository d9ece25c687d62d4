// Package selmodule implements the type selmodule: modules of the SELinux
// policy.
//
// The only provider, semodule, lists, installs and removes modules with
// semodule(8). It needs a policy in /var/lib/selinux, but not a kernel with
// SELinux enabled. For syncversion, the version of a file is read from the
// policy package itself (libsepol, module.c and write.c). Version 3 and later
// of semodule do not print versions; the property is then unknown and the
// module stays as it is.
//
// Every call runs semodule --list. A change rebuilds the policy, which takes
// some seconds and is stopped after five minutes. Output that is not a list of
// modules is an error, because an empty list would reinstall every module.
package selmodule
