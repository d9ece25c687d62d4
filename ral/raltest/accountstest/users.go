package accountstest

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

func useradd(c *call) error {
	name := c.args[0]
	users, shadow, groups := c.read("/etc/passwd"), c.read("/etc/shadow"), c.read("/etc/group")
	if !goodName(name) {
		return fmt.Errorf("invalid user name '%s': use --badname to ignore", name)
	}
	if users.find(name) != nil {
		return fmt.Errorf("user '%s' already exists", name)
	}
	row := []string{name, "x", users.free(), "", "", "/home/" + name, "/bin/sh"}
	if !c.has('g') {
		if groups.find(name) != nil {
			return fmt.Errorf("group %s exists - if you want to add this user to that group, use -g", name)
		}
		row[3] = groups.free()
		groups = append(groups, []string{name, "x", row[3], ""})
	}
	line := []string{name, "!", "20455", "0", "99999", "7", "", "", ""}
	if err := c.account(users, row, line); err != nil {
		return err
	}
	if _, err := c.member(groups, name); err != nil {
		return err
	}
	if err := c.write("/etc/passwd", append(users, row)); err != nil {
		return err
	}
	if c.has('m') {
		c.f.Dir(row[5], 0o755)
	}
	return c.write("/etc/shadow", append(shadow, line))
}

func usermod(c *call) error {
	users, shadow := c.read("/etc/passwd"), c.read("/etc/shadow")
	row, line := users.find(c.args[0]), shadow.find(c.args[0])
	if row == nil {
		return fmt.Errorf("user '%s' does not exist", c.args[0])
	}
	if err := c.account(users, row, line); err != nil {
		return err
	}
	if _, err := c.member(c.read("/etc/group"), c.args[0]); err != nil {
		return err
	}
	if err := c.write("/etc/passwd", users); err != nil {
		return err
	}
	return c.write("/etc/shadow", shadow)
}

// account writes the options that useradd and usermod share into the user's two
// lines.
func (c *call) account(users rows, row, line []string) error {
	if uid, ok := c.opt['u']; ok {
		if users.by(2, uid) != nil && !c.has('o') {
			return fmt.Errorf("UID %s is not unique", uid)
		}
		row[2] = uid
	}
	if group, ok := c.opt['g']; ok {
		gid, err := c.read("/etc/group").gid(group)
		if err != nil {
			return err
		}
		row[3] = gid
	}
	for letter, column := range map[byte]int{'c': 4, 'd': 5, 's': 6} {
		if text, ok := c.opt[letter]; ok {
			row[column] = text
		}
	}
	if text, ok := c.opt['e']; ok && line != nil {
		line[7] = ""
		if text != "" {
			day, err := time.Parse(time.DateOnly, text)
			if err != nil {
				return fmt.Errorf("invalid date '%s'", text)
			}
			line[7] = fmt.Sprint(day.Unix() / 86400)
		}
	}
	return nil
}

// member applies -G: the user is in these groups only, or with -a in these groups too.
func (c *call) member(groups rows, user string) (rows, error) {
	desired, given := c.opt['G']
	for _, group := range split(desired) {
		if groups.find(group) == nil {
			return nil, fmt.Errorf("group '%s' does not exist", group)
		}
	}
	for _, row := range groups {
		in := slices.Contains(split(desired), row[0])
		has := split(row[3])
		switch {
		case in && !slices.Contains(has, user):
			has = append(has, user)
		case given && !in && !c.has('a'):
			has = slices.DeleteFunc(has, func(s string) bool { return s == user })
		}
		row[3] = strings.Join(has, ",")
	}
	return groups, c.write("/etc/group", groups)
}

func userdel(c *call) error {
	name := c.args[0]
	users, groups := c.read("/etc/passwd"), c.read("/etc/group")
	row := users.find(name)
	if row == nil {
		return fmt.Errorf("user '%s' does not exist", name)
	}
	users = users.without(name)
	if own := groups.find(name); own != nil && own[2] == row[3] && own[3] == "" && users.by(3, own[2]) == nil {
		groups = groups.without(name)
	}
	if _, err := (&call{ctx: c.ctx, f: c.f, opt: map[byte]string{'G': ""}}).member(groups, name); err != nil {
		return err
	}
	if c.has('r') {
		if err := c.f.Writer().Remove(c.ctx, row[5], true); err != nil {
			return err
		}
	}
	if err := c.write("/etc/passwd", users); err != nil {
		return err
	}
	return c.write("/etc/shadow", c.read("/etc/shadow").without(name))
}

func chage(c *call) error {
	shadow := c.read("/etc/shadow")
	line := shadow.find(c.args[0])
	if line == nil {
		return fmt.Errorf("user '%s' does not exist in /etc/shadow", c.args[0])
	}
	for letter, column := range map[byte]int{'m': 3, 'M': 4, 'W': 5} {
		if text, ok := c.opt[letter]; ok {
			if text == "-1" {
				text = ""
			}
			line[column] = text
		}
	}
	return c.write("/etc/shadow", shadow)
}

func chpasswd(c *call) error {
	shadow := c.read("/etc/shadow")
	if !c.has('e') {
		return fmt.Errorf("the fake takes hashes only")
	}
	for text := range strings.Lines(c.stdin) {
		name, hash, _ := strings.Cut(strings.TrimSuffix(text, "\n"), ":")
		line := shadow.find(name)
		if line == nil {
			return fmt.Errorf("line 1: user '%s' does not exist", name)
		}
		line[1] = hash
	}
	return c.write("/etc/shadow", shadow)
}
