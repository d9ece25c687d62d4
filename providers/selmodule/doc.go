// Package selmodule implements the type selmodule: modules of the SELinux policy.
//
// The only provider, semodule, lists, installs and removes modules with semodule(8). It
// needs a policy in /var/lib/selinux, but not a kernel with SELinux enabled. For
// syncversion, it reads the version of a file from the policy package (libsepol, module.c
// and write.c). semodule 3 and later does not print versions: the property is then
// unknown and the module stays unchanged.
//
// Every call runs semodule --list. A change rebuilds the policy, which takes some seconds
// and has a timeout of five minutes. Output that is not a list of modules is an error,
// because an empty list would reinstall every module.
package selmodule
