package file

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

func sourceParams() []*ral.Attribute {
	return []*ral.Attribute{
		{
			Name: "source", Kind: ral.Param, IsList: true, Example: "/srv/files/motd", ValidateFn: validSource, MungeFn: sourcePaths,
			Doc: "What the path is a copy of: another path on this host, also as `file:///path`; the first one that is there, of several. A file is " +
				"copied, a link is made a link (or followed, see `links`), a directory is made a directory; with `recurse` what is in it is copied too. " +
				"Files above 64 MiB are not copied. There is no file server: `puppet:` and `http:` are refused.",
		},
		{
			Name: "sourceselect", Kind: ral.Param, Default: value.Sym("first"), Values: ral.Literals("first", "all"),
			Doc: "With `recurse`: whether the first source that is there is copied, or all are, those before over those after.",
		},
		{
			Name: "source_permissions", Kind: ral.Param, Default: value.Sym("ignore"), Values: ral.Literals("use", "use_when_creating", "ignore"),
			Doc: "Whether owner, group and mode are taken from the source where the resource does not name them.",
		},
	}
}

func checksumValue() *ral.Attribute {
	return &ral.Attribute{
		Name: "checksum_value", Kind: ral.Property, Example: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
		Doc: "The checksum that the content must have, of the kind that `checksum` names. A source that has another is not copied. " +
			"The source is not looked at while the file has the right one.",
		// The content is compared instead.
		InSyncFn: func(ral.Hook, value.Value, value.Value) bool { return true },
	}
}

func validSource(_ ral.Hook, v value.Value) error {
	for _, each := range v.Elements() {
		if _, err := sourcePath(each.Text()); err != nil {
			return err
		}
	}
	return nil
}

func sourcePaths(_ ral.Hook, v value.Value) (value.Value, error) {
	var paths []string
	for _, each := range v.Elements() {
		path, err := sourcePath(each.Text())
		if err != nil {
			return v, err
		}
		paths = append(paths, path)
	}
	return value.Strs(paths...), nil
}

// sourcePath returns the local path that a source names.
func sourcePath(text string) (string, error) {
	if strings.ContainsRune(text, 0) {
		return "", errors.New("File paths cannot hold a NUL byte")
	}
	if strings.HasPrefix(text, "/") {
		return tidyPath(text), nil
	}
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return "", fmt.Errorf("Could not understand source %s: %w", text, err)
	case u.Scheme == "":
		return "", fmt.Errorf("Cannot use relative URLs '%s'", text)
	case u.Scheme == "puppet" || u.Scheme == "http" || u.Scheme == "https":
		return "", fmt.Errorf("there is no file server to take '%s' from: a source is a path on this host", text)
	case u.Scheme != "file":
		return "", fmt.Errorf("Cannot use URLs of type '%s' as source for fileserving", u.Scheme)
	case !strings.HasPrefix(u.Path, "/") || u.Host != "" && u.Host != "localhost":
		return "", fmt.Errorf("Cannot use opaque URLs '%s'", text)
	}
	return tidyPath(u.Path), nil
}

func sources(r *ral.Resource) []string {
	var paths []string
	for _, each := range r.Get("source").Elements() {
		paths = append(paths, each.Text())
	}
	return paths
}

// findSource returns the first source that exists.
func findSource(ctx context.Context, rd host.Reader, r *ral.Resource) (string, host.Info, error) {
	describe := rd.Lstat
	if follows(r) {
		describe = rd.Stat
	}
	for _, path := range sources(r) {
		info, err := describe(ctx, path)
		if err == nil {
			return path, info, nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return "", info, cannot("look at the source", path, err)
		}
	}
	return "", host.Info{}, errors.New("no source is there: " + strings.Join(sources(r), ", "))
}
