package file

import (
	"context"
	"fmt"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Resolve returns the desired values that follow from the source: the kind, and
// the content or the target.
func (b *files) Resolve(ctx context.Context, rd host.Reader, r *ral.Resource) ([]ral.Attr, error) {
	if !r.Has("source") || r.Removing() {
		return nil, nil
	}
	if sum := r.Get("checksum_value"); !sum.IsNil() {
		return like("file", "content", value.Sym("{"+desiredSum(r)+"}"+sum.Text())), nil
	}
	from, info, err := findSource(ctx, rd, r)
	if err != nil {
		return nil, err
	}
	var attrs []ral.Attr
	switch kind := kindOf(info); kind {
	case "directory":
		attrs = like(kind, "", value.Value{})
	case "link":
		target, err := from.files.ReadLink(ctx, from.path)
		if err != nil {
			return nil, cannot("read the source", from.text, err)
		}
		attrs = like(kind, "target", value.Str(target))
	case "file":
		sum, err := b.sourceSum(ctx, rd, r, from, info)
		if err != nil {
			return nil, err
		}
		attrs = like(kind, "content", sum)
	default:
		return nil, fmt.Errorf("cannot copy the source %s: it is a %s", from.text, kind)
	}
	return append(attrs, b.permissions(ctx, rd, r, info)...), nil
}

func like(kind, attr string, v value.Value) []ral.Attr {
	attrs := []ral.Attr{{Name: "ensure", Value: value.Sym(kind)}}
	if attr != "" {
		attrs = append(attrs, ral.Attr{Name: attr, Value: v})
	}
	return attrs
}

func (b *files) sourceSum(ctx context.Context, rd host.Reader, r *ral.Resource, from origin, info host.Info) (value.Value, error) {
	text, err := b.sumOnce(ctx, rd, from, r.Get("checksum").Text(), info)
	if err != nil {
		return value.Value{}, cannot("read the source", from.text, err)
	}
	sum := value.Sym(text)
	if r.IsSecret("source") {
		sum = value.Secret(sum)
	}
	return sum, nil
}

// sumOnce returns the checksum of a source. It hashes a large source on this
// host only once per run, unless its stat changes.
func (b *files) sumOnce(ctx context.Context, rd host.Reader, from origin, kind string, info host.Info) (string, error) {
	if !strings.HasPrefix(from.text, "/") || info.Size <= shownContent || isTime(kind) {
		return from.sum(ctx, kind, info)
	}
	if b.sums[kind] == nil {
		b.sums[kind] = new(host.FileCache)
	}
	sum, err := b.sums[kind].Ask(ctx, rd, from.path, func() ([]byte, error) {
		text, err := from.sum(ctx, kind, info)
		return []byte(text), err
	})
	return string(sum), err
}

// permissions returns owner, group and mode of the source, if requested and
// not declared. Only root can set the owner.
func (b *files) permissions(ctx context.Context, rd host.Reader, r *ral.Resource, info host.Info) []ral.Attr {
	switch r.Get("source_permissions").Text() {
	case "ignore":
		return nil
	case "use_when_creating":
		if _, there, err := stat(ctx, rd, r); there || err != nil {
			return nil
		}
	}
	var attrs []ral.Attr
	use := func(name string, v value.Value) {
		if _, declared := r.Decl.Get(name); !declared {
			attrs = append(attrs, ral.Attr{Name: name, Value: v})
		}
	}
	if rd.UID() == 0 {
		use("owner", value.Int(int64(info.UID)))
		use("group", value.Int(int64(info.GID)))
	}
	if !info.IsLink() {
		use("mode", value.Str(octalText(info.Mode)))
	}
	return attrs
}
