package onhost_test

import (
	"context"
	"testing"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/onhost"
	"ralsh/ral/raltest"
)

// lister yields an instance for each line that its tool prints.
type lister struct{}

func (lister) List(ctx context.Context, in *ral.Listing) error {
	res, err := in.Reader.Query(ctx, host.Command{Name: "flood"})
	in.Yield(in.NewInstance(string(res.Stdout)))
	return err
}

// A truncated output is reported, in addition to the instances.
func TestListingOfATruncatedOutput(t *testing.T) {
	for _, c := range []struct {
		dropped int64
		want    string
	}{
		{0, ""},
		{17, "the listing is incomplete: the output of /bin/flood is too long, and 17 bytes are missing"},
	} {
		fake := fakehost.New(nil)
		fake.Command("/bin/flood")
		fake.Handle("flood", func(context.Context, *fakehost.Host, host.Command) host.Result {
			return host.Result{Stdout: []byte("a"), Truncated: c.dropped > 0, Dropped: c.dropped}
		})
		env := raltest.Env(t, func(reg *ral.Registry) {
			reg.Add(ral.Type{Name: "thing", Attributes: []*ral.Attribute{{Name: "name", Kind: ral.Param, Namevar: true}}}, ral.Provider{
				Name: "own", Commands: []ral.Command{{Binary: "flood", Queries: [][]string{nil}}}, New: func() any { return lister{} },
			})
		}, fake.Reader(), nil)
		got, count := "", 0
		env.List(t.Context(), env.Registry.Type("thing"), func(ev onhost.ListEvent) {
			count += len(ev.Found)
			if ev.Err != nil {
				got = ev.Err.Error()
			}
		})
		if got != c.want || count != 1 {
			t.Errorf("%d dropped: %q, %d instances", c.dropped, got, count)
		}
	}
}
