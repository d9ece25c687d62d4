package linux

import (
	"context"
	"path"
	"slices"
	"strings"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
)

// puppetRuby is the Ruby of Puppet's packages, which their Facter runs with.
const puppetRuby = "/opt/puppetlabs/puppet/bin/ruby"

// rubyArgs print the platform, the directory of the site's libraries and the version. Ruby
// loads no library for it, which would take a fifth longer: without RUBYLIB, the directory is
// the first in its search path.
func rubyArgs() []string {
	return []string{"--disable=all", "-e", `puts RUBY_PLATFORM, $:[0], RUBY_VERSION`}
}

func rubyQueries() []host.Query {
	return []host.Query{{Name: puppetRuby, Args: rubyArgs()}, {Name: "ruby", Args: rubyArgs()}}
}

// ruby adds the Ruby that Puppet runs with.
func ruby(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	for _, program := range []string{puppetRuby, "ruby"} {
		from := program + " (command)"
		text, err := ask(ctx, rd, program, rubyArgs()...)
		if err != nil {
			b.Fail("ruby", from, err)
			return
		}
		if lines := strings.Split(strings.TrimSpace(text), "\n"); len(lines) == 3 {
			b.Text("ruby.platform", lines[0], from)
			b.Text("ruby.sitedir", lines[1], from)
			b.Text("ruby.version", lines[2], from)
			return
		}
	}
}

// vendorDirs are the directories in which packages install Facter: of Puppet, of Debian and of
// Fedora.
var vendorDirs = [...]string{"/opt/puppetlabs/puppet/lib/ruby/vendor_ruby", "/usr/lib/ruby/vendor_ruby", "/usr/share/ruby/vendor_ruby"}

// gemDirs are the directories that contain a directory of gems for each version of Ruby, and
// facterGem is the directory of a gem of Facter.
var (
	gemDirs   = [...]string{"/opt/puppetlabs/puppet/lib/ruby/gems", "/var/lib/gems", "/usr/local/lib/ruby/gems", "/usr/lib/ruby/gems", "/usr/share/gems"}
	facterGem = lazyre.New(`^(facter|openfact)-[0-9.]+$`)
)

var facterNumber = lazyre.New(`(?m)^\s*VERSION\s*=\s*["']([^"']+)["']`)

// facterVersion adds the version of the installed Facter or OpenFact. Without either there is
// no such fact, because ralsh is neither.
func facterVersion(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	for _, dir := range slices.Concat(vendorDirs[:], facterGems(ctx, rd)) {
		file := path.Join(dir, "facter/version.rb")
		text, err := read(ctx, rd, file)
		if err != nil {
			b.Fail("facterversion", file, err)
			return
		}
		if m := facterNumber.FindStringSubmatch(text); m != nil {
			b.Text("facterversion", m[1], file)
			return
		}
	}
}

// facterGems returns the library directories of the installed gems of Facter, those of newer
// versions of Ruby first.
func facterGems(ctx context.Context, rd host.Reader) (dirs []string) {
	for _, dir := range gemDirs {
		versions, err := rd.ReadDir(ctx, dir)
		if err != nil {
			continue
		}
		for _, version := range slices.Backward(slices.Sorted(slices.Values(append(versions, "")))) {
			gems := path.Join(dir, version, "gems")
			names, err := rd.ReadDir(ctx, gems)
			if err != nil {
				continue
			}
			for _, name := range slices.Backward(slices.Sorted(slices.Values(names))) {
				if facterGem.MatchString(name) {
					dirs = append(dirs, path.Join(gems, name, "lib"))
				}
			}
		}
	}
	return dirs
}
