package vectors

import (
	"context"
	"net/url"
	"path"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// instances returns the property sets that the provider lists, each with its name and
// ensure.
func (b *memory) instances(ctx context.Context, rd host.Reader) ([]Params, error) {
	if err := b.called("instances", b.name); err != nil {
		return nil, err
	}
	if b.Instances != nil {
		return *b.Instances, nil
	}
	files, err := rd.ReadDir(ctx, path.Join(storeDir, b.name))
	if err != nil {
		return nil, nil
	}
	var list []Params
	for _, file := range files {
		name, err := url.PathUnescape(file)
		if err != nil {
			return nil, err
		}
		props, _ := load(ctx, rd, b.name, name)
		head := Params{
			{Name: "name", Value: Tagged{Value: value.Str(name)}},
			{Name: "ensure", Value: Tagged{Value: value.Present()}},
		}
		list = append(list, append(head, props...))
	}
	return list, nil
}

func (b *memory) list(ctx context.Context, in *ral.Listing) error {
	all, err := b.instances(ctx, in.Reader)
	for _, props := range all {
		name, _ := props.Get("name")
		inst := in.NewInstance(name.Text())
		for _, a := range in.Type.Properties() {
			if v, ok := props.Get(a.Name); ok {
				inst.Set(a.Name, v.Value)
			}
		}
		in.Yield(inst)
	}
	return err
}
