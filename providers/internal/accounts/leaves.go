package accounts

import (
	"bytes"
	"context"
	"path"
	"slices"
	"strconv"
	"strings"

	"ralsh/ral/host"
)

// leaves returns the account files after a call of a tool, as far as the arguments
// determine numbers and home directories. A plan resolves the names of later resources
// with them. It returns nil for other tools.
func leaves(tool string, args []string) func(ctx context.Context, rd host.Reader) []host.File {
	if len(args) == 0 {
		return nil
	}
	name := args[len(args)-1]
	given := func(option string) string {
		if i := slices.Index(args, option); i >= 0 && i+1 < len(args)-1 {
			return args[i+1]
		}
		return ""
	}
	system := slices.Contains(args, "-r")
	switch tool {
	case "useradd":
		return func(ctx context.Context, rd host.Reader) []host.File {
			files := newUser(ctx, rd, name, given("-u"), given("-g"), given("-d"), system)
			return regrouped(ctx, rd, files, func(text []byte) []byte { return joined(text, name, given("-G")) })
		}
	case "groupadd":
		return func(ctx context.Context, rd host.Reader) []host.File {
			gid := given("-g")
			if gid == "" {
				gid, _ = NewNumber(ctx, rd, GroupFile, system, "") // Precheck reports the error
			}
			return added(ctx, rd, GroupFile, name, "x", gid, "")
		}
	case "userdel":
		return func(ctx context.Context, rd host.Reader) []host.File {
			_, goes := GroupRemovedWith(ctx, rd, name)
			return regrouped(ctx, rd, without(ctx, rd, PasswdFile, name), func(text []byte) []byte {
				if goes {
					text = withoutName(text, name)
				}
				return left(text, name)
			})
		}
	case "groupdel":
		return func(ctx context.Context, rd host.Reader) []host.File { return without(ctx, rd, GroupFile, name) }
	case "usermod":
		return func(ctx context.Context, rd host.Reader) []host.File {
			set := map[int]string{2: given("-u"), 3: numberOf(ctx, rd, given("-g")), 5: given("-d")}
			files := changed(ctx, rd, PasswdFile, 0, name, set)
			return regrouped(ctx, rd, files, func(text []byte) []byte {
				if !slices.Contains(args, "-G") {
					return text
				}
				if !slices.Contains(args, "-a") {
					text = left(text, name)
				}
				return joined(text, name, given("-G"))
			})
		}
	case "gpasswd":
		return func(ctx context.Context, rd host.Reader) []host.File {
			return regrouped(ctx, rd, nil, func(text []byte) []byte {
				return ofGroup(text, name, func(list []string) []string {
					switch user := given("-a"); {
					case slices.Contains(args, "-M"):
						return members(given("-M"))
					case user != "" && !slices.Contains(list, user):
						return append(list, user)
					}
					return slices.DeleteFunc(list, func(member string) bool { return member == given("-d") })
				})
			})
		}
	case "groupmod":
		return func(ctx context.Context, rd host.Reader) []host.File {
			number := given("-g")
			files := changed(ctx, rd, GroupFile, 0, name, map[int]string{2: number})
			if was := numberOf(ctx, rd, name); was != "" && number != "" {
				files = append(files, changed(ctx, rd, PasswdFile, 3, was, map[int]string{3: number})...)
			}
			return files
		}
	}
	return nil
}

// newUser returns the account files with a new user, and with its group if useradd
// creates it (USERGROUPS_ENAB of login.defs(5)).
func newUser(ctx context.Context, rd host.Reader, name, uid, group, home string, system bool) (files []host.File) {
	if uid == "" {
		uid, _ = NewNumber(ctx, rd, PasswdFile, system, "")
	}
	if home == "" {
		home = NewHome(ctx, rd, name)
	}
	gid := group
	switch {
	case group == "" && loginDefs(ctx, rd).UserGroups():
		gid, _ = NewNumber(ctx, rd, GroupFile, system, uid)
		files = added(ctx, rd, GroupFile, name, "x", gid, "")
	case group == "":
		gid = defaultOf(ctx, rd, "GROUP", "100")
	}
	gid = numberOf(ctx, rd, gid)
	return append(files, added(ctx, rd, PasswdFile, name, "x", uid, gid, "", home, "")...)
}

// GroupRemovedWith returns the number of the group that userdel removes with a user: the
// group with the user's name, if USERGROUPS_ENAB of login.defs(5) is on and no other user is
// in it.
func GroupRemovedWith(ctx context.Context, rd host.Reader, user string) (gid int64, goes bool) {
	if !loginDefs(ctx, rd).UserGroups() {
		return 0, false
	}
	groups, err := rd.ReadShared(ctx, GroupFile)
	if err != nil {
		return 0, false
	}
	users, err := rd.ReadShared(ctx, PasswdFile)
	if err != nil {
		return 0, false
	}
	group, of := fieldsOf(groups, user), fieldsOf(users, user)
	if len(group) < 4 || len(of) < 4 || group[2] != of[3] || slices.ContainsFunc(members(group[3]), func(name string) bool { return name != user }) {
		return 0, false
	}
	for rest, number := users, []byte(":"+of[3]+":"); ; {
		at := bytes.Index(rest, number)
		if at < 0 {
			break
		}
		begin, end := lineAt(rest, at)
		if f := strings.Split(string(rest[begin:end]), ":"); len(f) > 3 && f[3] == of[3] && f[0] != user {
			return 0, false
		}
		rest = rest[end:]
	}
	gid, err = strconv.ParseInt(of[3], 10, 64)
	return gid, err == nil
}

// NewHome returns the default home of a new user.
func NewHome(ctx context.Context, rd host.Reader, name string) string {
	base := defaultOf(ctx, rd, "HOME", "/home")
	if !path.IsAbs(base) {
		base = "/home"
	}
	return path.Join(base, name)
}

// defaultOf returns a setting of /etc/default/useradd (useradd(8)).
func defaultOf(ctx context.Context, rd host.Reader, setting, otherwise string) string {
	data, _ := rd.ReadShared(ctx, "/etc/default/useradd") // a missing file sets no defaults
	for line := range strings.Lines(string(data)) {
		if text, ok := strings.CutPrefix(strings.TrimSpace(line), setting+"="); ok {
			otherwise = text
		}
	}
	return otherwise
}

// added returns an account file with an additional line, or nil if the number, its
// third field, is unknown.
func added(ctx context.Context, rd host.Reader, file string, fields ...string) []host.File {
	data, err := rd.ReadShared(ctx, file)
	if err != nil || fields[2] == "" {
		return nil // the tool reports the error
	}
	line := strings.Join(fields, ":") + "\n"
	if len(data) > 0 && !bytes.HasSuffix(data, []byte("\n")) {
		line = "\n" + line
	}
	return []host.File{{Path: file, Data: append(slices.Clip(data), line...)}}
}

// without returns an account file without the line of a name, or nil if no line has
// the name.
func without(ctx context.Context, rd host.Reader, file, name string) []host.File {
	return edited(ctx, rd, file, func(text []byte) []byte { return withoutName(text, name) })
}

func withoutName(text []byte, name string) []byte {
	return editedText(text, name+":", func(fields []string) bool { return len(fields) == 1 || fields[0] != name })
}

// regrouped adds /etc/group after a change to the files that a tool leaves, if it differs.
func regrouped(ctx context.Context, rd host.Reader, files []host.File, change func(text []byte) []byte) []host.File {
	for i, f := range files {
		if f.Path == GroupFile {
			files[i].Data = change(f.Data)
			return files
		}
	}
	return append(files, edited(ctx, rd, GroupFile, change)...)
}

// left returns the content of /etc/group without a member.
func left(text []byte, member string) []byte {
	return editedText(text, member, func(fields []string) bool {
		if len(fields) > 3 {
			list := strings.Split(fields[3], ",")
			fields[3] = strings.Join(slices.DeleteFunc(list, func(name string) bool { return name == member }), ",")
		}
		return true
	})
}

// joined returns the content of /etc/group with a user as a member of the listed groups.
func joined(text []byte, user, groups string) []byte {
	for _, group := range members(groups) {
		text = ofGroup(text, group, func(list []string) []string {
			if slices.Contains(list, user) {
				return list
			}
			return append(list, user)
		})
	}
	return text
}

// ofGroup returns the content of /etc/group after a change of the members of a group.
func ofGroup(text []byte, group string, change func(list []string) []string) []byte {
	return editedText(text, group+":", func(fields []string) bool {
		if len(fields) > 3 && fields[0] == group {
			fields[3] = strings.Join(change(members(fields[3])), ",")
		}
		return true
	})
}

// changed returns an account file in which the fields of the lines with a value in the
// field at are set, or nil if no line changes.
func changed(ctx context.Context, rd host.Reader, file string, at int, is string, set map[int]string) []host.File {
	return edited(ctx, rd, file, func(text []byte) []byte {
		return editedText(text, is+":", func(fields []string) bool {
			if at < len(fields) && fields[at] == is {
				for k, text := range set {
					if text != "" && k < len(fields) {
						fields[k] = text
					}
				}
			}
			return true
		})
	})
}

// edited returns an account file after a change, or nil if it does not differ.
func edited(ctx context.Context, rd host.Reader, file string, change func(text []byte) []byte) []host.File {
	text, err := rd.ReadShared(ctx, file)
	if after := change(text); err == nil && !bytes.Equal(after, text) {
		return []host.File{{Path: file, Data: after}}
	}
	return nil // without the file, the tool reports the error
}

// editedText returns a text after edit has changed the fields of the lines that contain a
// word. If edit returns false, it removes the line and ends, because a name has one line.
// It does not change the text itself.
func editedText(text []byte, word string, edit func(fields []string) bool) []byte {
	own := false
	for done := 0; done < len(text); {
		at := bytes.Index(text[done:], []byte(word))
		if at < 0 {
			break
		}
		begin, end := lineAt(text, done+at)
		fields := strings.Split(string(text[begin:end]), ":")
		if !edit(fields) {
			return append(text[:begin:begin], text[min(end+1, len(text)):]...)
		}
		if line := []byte(strings.Join(fields, ":")); !bytes.Equal(line, text[begin:end]) {
			if !own {
				text, own = slices.Clone(text), true
			}
			text = slices.Replace(text, begin, end, line...)
			end = begin + len(line)
		}
		done = end
	}
	return text
}

// lineAt returns the bounds of the line at a byte of a text, without its line break.
func lineAt(text []byte, at int) (begin, end int) {
	begin, end = bytes.LastIndexByte(text[:at], '\n')+1, len(text)
	if i := bytes.IndexByte(text[at:], '\n'); i >= 0 {
		end = at + i
	}
	return begin, end
}

// numberOf returns the number of a group as text, or "". A name of digits is the number.
func numberOf(ctx context.Context, rd host.Reader, name string) string {
	if strings.Trim(name, "0123456789") == "" {
		return name
	}
	data, err := rd.ReadShared(ctx, GroupFile)
	if fields := fieldsOf(data, name); err == nil && len(fields) > 2 {
		return fields[2]
	}
	return ""
}

// fieldsOf returns the fields of the line of a name in an account file, or nil.
func fieldsOf(data []byte, name string) []string {
	at := 0
	if !bytes.HasPrefix(data, []byte(name+":")) {
		at = bytes.Index(data, []byte("\n"+name+":")) + 1
		if at == 0 {
			return nil
		}
	}
	_, end := lineAt(data, at)
	return strings.Split(string(data[at:end]), ":")
}
