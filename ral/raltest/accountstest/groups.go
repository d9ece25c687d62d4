package accountstest

import (
	"fmt"
	"slices"
	"strings"
)

func groupadd(c *call) error {
	name, groups := c.args[0], c.read("/etc/group")
	if !goodName(name) || len(name) > 32 {
		return fmt.Errorf("'%s' is not a valid group name", name)
	}
	if groups.find(name) != nil {
		return fmt.Errorf("group '%s' already exists", name)
	}
	row := []string{name, "x", groups.free(), ""}
	if err := c.number(groups, row); err != nil {
		return err
	}
	return c.write("/etc/group", append(groups, row))
}

func groupmod(c *call) error {
	groups := c.read("/etc/group")
	row := groups.find(c.args[0])
	if row == nil {
		return fmt.Errorf("group '%s' does not exist", c.args[0])
	}
	if err := c.number(groups, row); err != nil {
		return err
	}
	return c.write("/etc/group", groups)
}

func (c *call) number(groups rows, row []string) error {
	gid, ok := c.opt['g']
	if !ok {
		return nil
	}
	if groups.by(2, gid) != nil && !c.has('o') {
		return fmt.Errorf("GID '%s' already exists", gid)
	}
	row[2] = gid
	return nil
}

func groupdel(c *call) error {
	groups := c.read("/etc/group")
	row := groups.find(c.args[0])
	if row == nil {
		return fmt.Errorf("group '%s' does not exist", c.args[0])
	}
	if user := c.read("/etc/passwd").by(3, row[2]); user != nil {
		return fmt.Errorf("cannot remove the primary group of user '%s'", user[0])
	}
	return c.write("/etc/group", groups.without(c.args[0]))
}

func gpasswd(c *call) error {
	groups, users := c.read("/etc/group"), c.read("/etc/passwd")
	row := groups.find(c.args[0])
	if row == nil {
		return fmt.Errorf("group '%s' does not exist in /etc/group", c.args[0])
	}
	has := split(row[3])
	if names, ok := c.opt['M']; ok {
		has = split(names)
	}
	if name, ok := c.opt['a']; ok && !slices.Contains(has, name) {
		has = append(has, name)
	}
	for _, name := range has {
		if users.find(name) == nil {
			return fmt.Errorf("user '%s' does not exist", name)
		}
	}
	row[3] = strings.Join(has, ",")
	return c.write("/etc/group", groups)
}
