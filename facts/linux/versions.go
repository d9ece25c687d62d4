package linux

import (
	"context"
	"strings"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
)

const augparse = "augparse"

var augeasVersion = lazyre.New(`(?m)^augparse (\d+\.\d+\.\d+)`)

// augeas adds the version of the Augeas library, which only its tools report.
func augeas(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	const from = "augparse --version (command)"
	text, err := ask(ctx, rd, augparse, "--version")
	if err != nil {
		b.Fail("augeas.version", from, err)
		return
	}
	if m := augeasVersion.FindStringSubmatch(text); m != nil {
		b.Text("augeas.version", m[1], from)
	}
}

const agentFile = "/opt/puppetlabs/puppet/VERSION"

var agentNumber = lazyre.New(`^\d+\.\d+\.\d+(\.\d+){0,2}`)

// agentVersion adds the version of the packages of Puppet that contain all that it needs.
func agentVersion(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	text, err := read(ctx, rd, agentFile)
	if err != nil {
		b.Fail("aio_agent_version", agentFile, err)
		return
	}
	if m := agentNumber.FindStringSubmatch(text); m != nil {
		b.Text("aio_agent_version", m[0], agentFile)
	}
}

// supported returns the arguments that list the versions of a tool of ZFS.
func supported() []string { return []string{"upgrade", "-v"} }

var (
	zfsNumber = lazyre.New(`(?m)^\s+(\d+)`)
	zfsFlag   = lazyre.New(`(?m)^([a-z0-9_]+)[ \t]*(?:\(read-only compatible\))?$`)
)

// zfs adds the versions of file systems that ZFS supports (zfs-upgrade(8)).
func zfs(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	numbers, _ := versionsOf(ctx, rd, b, "zfs")
	if len(numbers) > 0 {
		b.Text("zfs_version", numbers[len(numbers)-1], "zfs upgrade -v (command)")
	}
}

// zpool adds the versions and the feature flags of pools that ZFS supports
// (zpool-upgrade(8)). Pools with feature flags have the version 5000.
func zpool(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	const from = "zpool upgrade -v (command)"
	numbers, text := versionsOf(ctx, rd, b, "zpool")
	if len(numbers) == 0 {
		return
	}
	version, flags := numbers[len(numbers)-1], found(zfsFlag, text)
	if len(flags) > 0 {
		version = "5000"
		b.Text("zpool_featureflags", strings.Join(flags, ","), from)
	}
	b.Text("zpool_version", version, from)
}

// versionsOf adds the numbers of the versions that a tool lists, and returns them with
// its output.
func versionsOf(ctx context.Context, rd host.Reader, b *leaf.Builder, tool string) (numbers []string, text string) {
	from := tool + " upgrade -v (command)"
	text, err := ask(ctx, rd, tool, supported()...)
	if err != nil {
		b.Fail(tool+"_version", from, err)
		return nil, ""
	}
	numbers = found(zfsNumber, text)
	b.Text(tool+"_featurenumbers", strings.Join(numbers, ","), from)
	return numbers, text
}

// found returns the first group of each match.
func found(re *lazyre.Regexp, text string) []string {
	var list []string
	for _, m := range re.Regexp().FindAllStringSubmatch(text, -1) {
		list = append(list, m[1])
	}
	return list
}
