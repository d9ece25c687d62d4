package file

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"strconv"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

func sourceParams() []*ral.Attribute {
	return []*ral.Attribute{
		{
			Name: "source", Kind: ral.Param, IsList: true, Example: "/srv/files/motd", ValidateFn: validSource, MungeFn: canonicalSources,
			Doc: "The source of the copy: a path on this host (also as `file:///path`), a file of a module (`puppet:///modules/NAME/PATH`), " +
				"or a URL with `http` or `https`. ralsh uses the first source that exists. It copies a file; for a link it creates a link " +
				"(see `links`), for a directory a directory. With `recurse`, it also copies the contents of the directory.",
		},
		{
			Name: "sourceselect", Kind: ral.Param, Default: value.Sym("first"), Values: ral.Literals("first", "all"),
			Doc: "With `recurse`: whether ralsh copies the first existing source (`first`) or all sources (`all`). If several sources contain a file, the first source wins.",
		},
		{
			Name: "source_permissions", Kind: ral.Param, Default: value.Sym("ignore"), Values: ral.Literals("use", "use_when_creating", "ignore"),
			Doc: "Whether ralsh copies owner, group and mode from the source if the resource does not set them.",
		},
	}
}

func checksumValue() *ral.Attribute {
	return &ral.Attribute{
		Name: "checksum_value", Kind: ral.Property, Example: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		Doc: "The required checksum of the content, of the kind in `checksum`. ralsh rejects a source with a different checksum. " +
			"It does not read the source if the file has the checksum.",
		// The content is compared instead.
		InSyncFn: func(ral.Hook, value.Value, value.Value) bool { return true },
	}
}

func validSource(_ ral.Hook, v value.Value) error {
	for _, each := range v.Elements() {
		if _, err := canonicalSource(each.Text()); err != nil {
			return err
		}
	}
	return nil
}

func canonicalSources(_ ral.Hook, v value.Value) (value.Value, error) {
	var list []string
	for _, each := range v.Elements() {
		text, err := canonicalSource(each.Text())
		if err != nil {
			return v, err
		}
		list = append(list, text)
	}
	return value.Strs(list...), nil
}

// canonicalSource returns the path on this host that a source names, or its URL.
func canonicalSource(text string) (string, error) {
	if strings.ContainsRune(text, 0) {
		return "", errors.New("File paths cannot contain a NUL byte")
	}
	if strings.HasPrefix(text, "/") {
		return tidyPath(text), nil
	}
	scheme, rest, ok := strings.Cut(text, ":")
	switch {
	case !ok || scheme == "" || strings.Contains(scheme, "/"):
		return "", fmt.Errorf("Cannot use relative URLs '%s'", text)
	case scheme == "http" || scheme == "https":
		if err := wrongURL(text); err != nil {
			return "", fmt.Errorf("Could not understand source %s: %w", text, err)
		}
		return text, nil
	case scheme != "file" && scheme != "puppet":
		return "", fmt.Errorf("Cannot use URLs of type '%s' as source for fileserving", scheme)
	}
	// The path is as it is written: Puppet encodes a source before it parses it,
	// so that # and % are parts of names.
	host, path := "", rest
	if after, named := strings.CutPrefix(rest, "//"); named {
		host, path, _ = strings.Cut(after, "/")
		path = "/" + path
	}
	switch {
	case !strings.HasPrefix(path, "/"), scheme == "file" && host != "" && host != "localhost":
		return "", fmt.Errorf("Cannot use opaque URLs '%s'", text)
	case scheme == "puppet":
		return "puppet://" + host + strings.TrimRight(path, "/"), nil
	}
	return tidyPath(path), nil
}

// wrongURL returns why text is not the URL of a file on a web server.
func wrongURL(text string) error {
	u, err := url.Parse(text)
	if at, ok := errors.AsType[*url.Error](err); ok {
		return at.Err
	}
	if u.Hostname() == "" {
		return errors.New("the URL has no host")
	}
	if _, err := strconv.ParseUint(cmp.Or(u.Port(), "80"), 10, 16); err != nil {
		return fmt.Errorf("invalid port %q", u.Port())
	}
	return nil
}

func sources(r *ral.Resource) []string {
	var list []string
	for _, each := range r.Get("source").Elements() {
		list = append(list, each.Text())
	}
	return list
}

// origin is an opened source.
type origin struct {
	text  string
	files ral.FileTree
	path  string // in files
}

// open opens a source: a path of this host, or a URL.
func open(ctx context.Context, rd host.Reader, r *ral.Resource, text string) (origin, error) {
	if strings.HasPrefix(text, "/") {
		return origin{text, rd, text}, nil
	}
	if r.Files == nil {
		return origin{}, fmt.Errorf("cannot read the source '%s': no file server is available", text)
	}
	files, path, err := r.Files.Open(ctx, text)
	if err != nil {
		return origin{}, cannot("open the source", text, err)
	}
	return origin{text, files, path}, nil
}

// below returns the source of a file below a source that is a directory.
func (o origin) below(rel string) string {
	if strings.HasPrefix(o.text, "/") {
		return path.Join(o.text, rel)
	}
	return o.text + "/" + rel
}

func (o origin) describe(ctx context.Context, follow bool) (host.Info, error) {
	if follow {
		return o.files.Stat(ctx, o.path)
	}
	return o.files.Lstat(ctx, o.path)
}

// sum returns the checksum of the source, or the time that kind names.
func (o origin) sum(ctx context.Context, kind string, info host.Info) (string, error) {
	if served, ok := o.files.(ral.ChecksumTree); ok && !isTime(kind) {
		return served.Checksum(ctx, o.path, kind)
	}
	if isTime(kind) {
		return timeOf(kind, info), nil
	}
	return checksumFrom(kind, func(w io.Writer) error { return o.files.ReadTo(ctx, o.path, w) })
}

// findSource returns the first source that exists.
func findSource(ctx context.Context, rd host.Reader, r *ral.Resource) (origin, host.Info, error) {
	var missing []string
	for _, text := range sources(r) {
		from, err := open(ctx, rd, r, text)
		if err == nil {
			var info host.Info
			if info, err = from.describe(ctx, follows(r)); err == nil {
				return from, info, nil
			}
			err = cannot("access the source", text, err)
		}
		if !host.IsMissing(err) {
			return origin{}, host.Info{}, err
		}
		missing = append(missing, text)
		if !strings.HasPrefix(text, "/") {
			missing[len(missing)-1] = err.Error()
		}
	}
	return origin{}, host.Info{}, errors.New("no source exists: " + strings.Join(missing, ", "))
}
