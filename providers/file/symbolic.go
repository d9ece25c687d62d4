package file

import (
	"errors"
	"strings"
)

// The permission bits of a class of users.
const (
	execute = 1
	write   = 2
	read    = 4
)

var shifts = map[byte]uint{'u': 6, 'g': 3, 'o': 0}

// symbolicMode applies a symbolic specification like Puppet: like chmod(1), but
// without the umask if no class is named.
func symbolicMode(spec string, current uint32, directory bool) (uint32, error) {
	mode := current
	for _, clause := range strings.Split(spec, ",") {
		at := strings.IndexAny(clause, "-+=")
		if at < 0 {
			return 0, errors.New("Missing action")
		}
		who := strings.ReplaceAll(clause[:at], "a", "ugo")
		if who == "" {
			who = "ugo"
		}
		// A clause reads the mode before it: a=u uses the same u for all classes.
		before := mode
		for _, class := range []byte("ugo") {
			if !strings.Contains(who, string(class)) {
				continue
			}
			m, err := clauseFor(clause[at:], class, before, mode, directory || current&0o111 != 0)
			if err != nil {
				return 0, err
			}
			mode = m
		}
	}
	return mode, nil
}

// clauseFor applies the actions of a clause to a class of users. runnable is
// set if X adds execute permission.
func clauseFor(actions string, class byte, before, mode uint32, runnable bool) (uint32, error) {
	shift := shifts[class]
	bits, special := before>>shift&7, mode&0o7000
	action := byte('=')
	for _, op := range []byte(actions) {
		var change uint32
		switch op {
		case '-', '+', '=':
			action = op
			if op == '=' {
				bits = 0
			}
			continue
		case 'u', 'g', 'o':
			change = before >> shifts[op] & 7
		case 'r':
			change = read
		case 'w':
			change = write
		case 'x':
			change = execute
		case 'X':
			if action != '+' {
				return 0, errors.New("X only works with the '+' operator")
			}
			if runnable {
				change = execute
			}
		case 's', 't':
			special = apply(action, special, specialBit(op, class))
			continue
		}
		bits = apply(action, bits, change)
	}
	return mode&^(7<<shift|0o7000) | bits<<shift | special, nil
}

func apply(action byte, bits, change uint32) uint32 {
	if action == '-' {
		return bits &^ change
	}
	return bits | change
}

// specialBit returns setuid for the owner, setgid for the group, and sticky
// for other users; t is sticky for all classes.
func specialBit(op, class byte) uint32 {
	switch {
	case op == 's' && class == 'u':
		return 0o4000
	case op == 's' && class == 'g':
		return 0o2000
	}
	return 0o1000
}
