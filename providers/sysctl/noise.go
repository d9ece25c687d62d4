package sysctl

import (
	"ralsh/ral/lazyre"
	"ralsh/ral/noise"
)

// liveClasses returns the settings whose kernel value differs between hosts without a
// change by an administrator.
func liveClasses() []noise.Named {
	return []noise.Named{
		// Settings of all and of new interfaces are normal settings.
		{Class: noise.Chosen, Names: lazyre.New(`^net\.ipv[46]\.(conf|neigh)\.(all|default|lo)\.`)},
		{Class: noise.Volatile, Names: lazyre.New(`^(` +
			`fs\.(dentry-state|file-nr|inode-nr|inode-state|aio-nr|quota\..*)|` +
			`kernel\.(ns_last_pid|pty\.nr|random\.(entropy_avail|uuid))|` +
			`net\.netfilter\.nf_conntrack_count)$`)},
		{Class: noise.Identity, Names: lazyre.New(`^kernel\.(hostname|domainname|random\.boot_id)$`)},
		// These values depend on the memory and the processors, or on the interfaces.
		{Class: noise.State, Names: lazyre.New(`^(` +
			`fs\.(epoll\.max_user_watches|fanotify\..*|file-max|inotify\.max_user_watches)|` +
			`kernel\.(tainted|threads-max|sched_domain\..*)|` +
			`net\.(core\.netdev_rss_key|netfilter\.nf_conntrack_(buckets|max|expect_max)|nf_conntrack_max)|` +
			`net\.ipv4\.(tcp_mem|udp_mem|tcp_max_orphans|tcp_max_tw_buckets|tcp_fastopen_key)|` +
			`net\.ipv[46]\.(conf|neigh)\..*|` +
			`user\.max_.*|` +
			`vm\.(lowmem_reserve_ratio|min_free_kbytes|user_reserve_kbytes|admin_reserve_kbytes))$`)},
	}
}
