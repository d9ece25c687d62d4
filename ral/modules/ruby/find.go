package ruby

import (
	"context"
	"path"
	"slices"
	"strings"

	rpmversion "github.com/knqyf263/go-rpm-version"

	"ralsh/ral/host"
)

// Interpreter is a Ruby that has Puppet.
type Interpreter struct {
	Program string // absolute path
	Puppet  string // the file puppet.rb
}

// options returns the options of Ruby. A library that is not a gem is found where it is,
// also if it is not in the default directories of this Ruby.
func (in Interpreter) options() []string {
	list := []string{"-W0", "--disable=did_you_mean", "--disable=error_highlight"}
	if in.Puppet != "" && !strings.Contains(in.Puppet, "/gems/") {
		list = append(list, "-I", path.Dir(in.Puppet))
	}
	return list
}

// NoRubyError is why ralsh cannot run Ruby with Puppet, as a clause.
type NoRubyError struct{ Why string }

// Error returns the reason.
func (e *NoRubyError) Error() string { return e.Why }

// places are the known interpreters, each with the directories that may contain Puppet:
// the packages of Puppet and OpenVox, and of distributions.
var places = []struct {
	program string
	dirs    []string
}{
	{"/opt/puppetlabs/puppet/bin/ruby", []string{"/opt/puppetlabs/puppet/lib/ruby/vendor_ruby"}},
	{"/usr/bin/ruby", []string{"/usr/lib/ruby/vendor_ruby", "/usr/share/ruby/vendor_ruby", "/usr/share/rubygems-integration/all/gems", "/var/lib/gems", "/usr/share/gems", "/usr/local/share/gems"}},
	{"/usr/local/bin/ruby", []string{"/usr/local/lib/ruby/gems"}},
}

// Find finds a Ruby with Puppet, without starting it. A program that is named is taken
// as it is. The error is a *NoRubyError.
func Find(ctx context.Context, rd host.Reader, named string) (Interpreter, error) {
	if rd.Root() != "/" {
		return Interpreter{}, &NoRubyError{"ralsh runs Puppet only without --root"}
	}
	if named != "" {
		return trusted(ctx, rd, Interpreter{Program: named})
	}
	var found []string
	for _, p := range places {
		if there, err := rd.Exists(ctx, p.program); err != nil || !there {
			continue
		}
		found = append(found, p.program)
		for _, dir := range p.dirs {
			if file := puppetBelow(ctx, rd, dir); file != "" {
				return trusted(ctx, rd, Interpreter{p.program, file})
			}
		}
	}
	if found != nil {
		return Interpreter{}, &NoRubyError{"Puppet is not installed on this host: " + strings.Join(found, " and ") + " lacks its library"}
	}
	var looked []string
	for _, p := range places {
		looked = append(looked, p.program)
	}
	return Interpreter{}, &NoRubyError{"Puppet is not installed on this host: " + strings.Join(looked, ", ") + " do not exist"}
}

// puppetBelow returns puppet.rb in a directory of libraries, or of gems.
func puppetBelow(ctx context.Context, rd host.Reader, dir string) string {
	if file := path.Join(dir, "puppet.rb"); exists(ctx, rd, file) {
		return file
	}
	for _, gems := range append([]string{dir}, versions(ctx, rd, dir)...) {
		names, err := rd.ReadDir(ctx, gems)
		if err != nil {
			continue
		}
		slices.SortFunc(names, func(a, b string) int { return newer(versionOf(a), versionOf(b)) })
		for _, name := range names {
			if versionOf(name) != "" {
				if file := path.Join(gems, name, "lib/puppet.rb"); exists(ctx, rd, file) {
					return file
				}
			}
		}
	}
	return ""
}

// versionOf returns the version in the directory of a gem of Puppet or OpenVox, "" for
// another gem.
func versionOf(gem string) string {
	for _, prefix := range []string{"puppet-", "openvox-"} {
		if version, ok := strings.CutPrefix(gem, prefix); ok {
			return version
		}
	}
	return ""
}

// newer sorts versions, the newest first.
func newer(a, b string) int { return rpmversion.NewVersion(b).Compare(rpmversion.NewVersion(a)) }

// versions returns the directories of gems for each version of Ruby: 3.1.0/gems.
func versions(ctx context.Context, rd host.Reader, dir string) []string {
	names, err := rd.ReadDir(ctx, dir)
	if err != nil {
		return nil
	}
	slices.SortFunc(names, newer)
	var list []string
	for _, name := range names {
		if strings.Trim(name, "0123456789.") == "" {
			list = append(list, path.Join(dir, name, "gems"))
		}
	}
	return append(list, path.Join(dir, "gems"))
}

func exists(ctx context.Context, rd host.Reader, file string) bool {
	there, err := rd.Exists(ctx, file)
	return err == nil && there
}

// trusted rejects, for root, an interpreter that other users may write.
func trusted(ctx context.Context, rd host.Reader, in Interpreter) (Interpreter, error) {
	for _, file := range []string{in.Program, in.Puppet} {
		if file == "" {
			continue
		}
		info, err := rd.Stat(ctx, file)
		if err != nil {
			return Interpreter{}, &NoRubyError{"cannot use Ruby with Puppet: " + err.Error()}
		}
		if why := rd.Distrust(file, info); why != "" {
			return Interpreter{}, &NoRubyError{"cannot use Ruby with Puppet: " + why}
		}
	}
	return in, nil
}
