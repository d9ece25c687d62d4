package user

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"ralsh/providers/internal/accounts"
	"ralsh/providers/internal/sshkeys"
	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/lazyre"
	"ralsh/ral/parsedfile"
	"ralsh/ral/value"
)

func purgeSSHKeys() *ral.Attribute {
	return &ral.Attribute{
		Name: "purge_ssh_keys", Kind: ral.Param, IsList: true, Example: "true", Default: value.Sym("false"),
		Values: append(ral.Literals("true", "false"), ral.Allowed{Pattern: lazyre.New(`^(/|~/|%h/)`)}),
		Doc: "Whether ralsh removes SSH keys of the user that no `ssh_authorized_key` declares: `true` for the keys in " +
			"`~/.ssh/authorized_keys`, or a list of files. `~/` and `%h/` at the beginning of a path mean the home directory.",
		ValidateFn: validKeyFiles,
		MungeFn: func(h ral.Hook, v value.Value) (value.Value, error) {
			if v = sole(v); v.Kind() == value.List {
				return v, nil
			}
			return h.Munge(v), nil
		},
		NoEffect: func(r *ral.Resource) string {
			if r.Removing() {
				return "It has no effect when ralsh removes the user."
			}
			return ""
		},
	}
}

// sole returns the element of a list with a single element, and any other
// value unchanged, because declarations may contain a list.
func sole(v value.Value) value.Value {
	if items := v.Items(); len(items) == 1 {
		return items[0]
	}
	return v
}

func validKeyFiles(_ ral.Hook, v value.Value) error {
	if text := sole(v).Text(); text == "true" || text == "false" {
		return nil
	}
	for _, entry := range v.Elements() {
		text := entry.Text()
		if !path.IsAbs(text) && !strings.HasPrefix(text, "~/") && !strings.HasPrefix(text, "%h/") {
			return fmt.Errorf("Paths to keyfiles must be absolute, not %s", text)
		}
	}
	return nil
}

// undeclaredKeys returns declarations that remove every key of the user. A key
// that the catalog declares keeps that declaration.
func undeclaredKeys(ctx context.Context, rd host.Reader, r *ral.Resource) ([]ral.Decl, error) {
	desired := r.Get("purge_ssh_keys")
	if desired.IsNil() || desired.Text() == "false" || r.Removing() {
		return nil, nil
	}
	account, err := accountOf(ctx, rd, r)
	if err != nil {
		return nil, err
	}
	var list []ral.Decl
	for _, file := range keyFiles(desired, account.Home) {
		names, err := keyNames(ctx, rd, file, account)
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			list = append(list, ral.Decl{Type: "ssh_authorized_key", Title: name, Attrs: []ral.Attr{
				{Name: "ensure", Value: value.Absent()},
				{Name: "user", Value: value.Str(r.Name())},
				{Name: "target", Value: value.Str(file)},
			}})
		}
	}
	return list, nil
}

// accountOf returns the current account of the user, with the desired home.
func accountOf(ctx context.Context, rd host.Reader, r *ral.Resource) (accounts.Passwd, error) {
	var reader accounts.Reader
	table, err := reader.Passwd(ctx, rd)
	if err != nil {
		return accounts.Passwd{}, err
	}
	account, _ := table.Get(r.Name())
	if home := r.Get("home"); !home.IsNil() {
		account.Home = home.Text()
	}
	return account, nil
}

// keyFiles returns the files to search for keys. It omits files below the home
// if home is empty.
func keyFiles(desired value.Value, home string) []string {
	entries := desired.Elements()
	if desired.Text() == "true" {
		entries = []value.Value{value.Str("~/.ssh/authorized_keys")}
	}
	var list []string
	for _, entry := range entries {
		text := entry.Text()
		for _, start := range []string{"~/", "%h/"} {
			if rest, ok := strings.CutPrefix(text, start); ok {
				text = ""
				if home != "" {
					text = path.Join(home, rest)
				}
			}
		}
		if text != "" {
			list = append(list, text)
		}
	}
	return list
}

// keyNames returns the names of the keys in a file, which it reads as the user.
// It returns nil if the file does not exist.
func keyNames(ctx context.Context, rd host.Reader, file string, account accounts.Passwd) ([]string, error) {
	if account.Name != "" {
		ctx = host.WithUser(ctx, int(account.UID), int(account.GID))
	}
	store := parsedfile.Store{Format: sshkeys.Named()}
	keys, err := store.Load(ctx, rd, file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var names []string
	for _, line := range keys.Lines() {
		if line.Record.Type == "parsed" {
			names = append(names, line.Record.Text("name"))
		}
	}
	return names, nil
}
