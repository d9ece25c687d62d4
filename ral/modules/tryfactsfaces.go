package modules

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"ralsh/ral"
	"ralsh/ral/condition"
	"ralsh/ral/modules/star/face"
	"ralsh/ral/modules/star/script"
	"ralsh/ral/nearest"
	"ralsh/ral/onhost"
	"ralsh/ral/value"
)

// tryFacts resolves each fact and feature of the module once. An error in the code is an
// error of the module. An error of the host is not.
func (c *checker) tryFacts(m *Module) {
	for _, f := range c.env.Facts {
		if f.Origin.Module != m.Name {
			continue
		}
		c.confines(f.Origin, "fact "+f.Name, f.Confines)
		if c.distrusts(f.Origin.File) {
			continue
		}
		if f.Chunks == nil {
			c.timed(f.Timeout, func(ctx context.Context) error {
				_, err := f.Resolve(ctx, c.rd, c.opt.Facts)
				return err
			})
		}
		for _, chunk := range f.Chunks {
			c.timed(f.Timeout, func(ctx context.Context) error {
				_, err := f.ResolveChunk(ctx, c.rd, c.opt.Facts, chunk)
				return err
			})
		}
	}
	for _, p := range m.Plugins {
		if p.Kind == Feature && p.State == Loaded && !c.distrusts(p.File) {
			c.timed(0, func(ctx context.Context) error {
				_, err := c.env.Space.Feature(ctx, p.Name, condition.Probe{Reader: c.rd, Facts: c.opt.Facts})
				return err
			})
		}
	}
}

// tryFaces runs each action of the module's faces once. An argument gets the first of
// its values; if it is required and lacks values, it gets its name.
func (c *checker) tryFaces(m *Module) {
	look := faceView{onhost.NewEnv(c.env.Registry, c.rd, c.opt.Facts)}
	view := face.View{Env: look.env, List: look.list, Find: look.find}
	for _, f := range c.env.Faces {
		if f.Origin.Module != m.Name || c.distrusts(f.Origin.File) {
			continue
		}
		for _, act := range f.Actions {
			given := map[string]value.Value{}
			for _, a := range slices.Concat(act.Args, act.Options) {
				switch {
				case len(a.Values) > 0 && a.Default.IsNil():
					given[a.Name] = value.Str(a.Values[0])
				case !a.Optional && slices.Contains(act.Args, a):
					given[a.Name] = value.Str(a.Name)
				}
			}
			c.timed(0, func(ctx context.Context) error {
				_, err := act.Call(ctx, view, given)
				return err
			})
		}
	}
}

// faceView is the view of a tried action of this host. An unreadable instance is not an
// error; an unknown type is.
type faceView struct{ env *onhost.Env }

func (v faceView) list(ctx context.Context, typ string) (found []*ral.Instance, err error) {
	t, err := v.typeOf(typ)
	if err == nil {
		v.env.List(ctx, t, func(ev onhost.ListEvent) { found = append(found, ev.Found...) })
	}
	return found, err
}

func (v faceView) find(ctx context.Context, typ, title string) (*ral.Instance, error) {
	t, err := v.typeOf(typ)
	if err != nil {
		return nil, err
	}
	for _, seen := range v.env.Find(ctx, t, title) {
		if seen.Err == nil && seen.Found.Present() {
			return seen.Found, nil
		}
	}
	return nil, nil
}

func (v faceView) typeOf(name string) (*ral.Type, error) {
	if t := v.env.Registry.Type(name); t != nil {
		return t, nil
	}
	return nil, fmt.Errorf("unknown type %q%s", name, nearest.DidYouMean(name, v.env.Registry.Names()))
}

// distrusts reports whether a file must not run, with a remark: for root, a file that
// other users may write.
func (c *checker) distrusts(file string) bool {
	info, err := c.rd.Stat(c.ctx, file)
	if err != nil {
		return true
	}
	why := c.rd.Distrust("it", info)
	if why != "" {
		c.remark(file, "ralsh does not run this file: %s", why)
	}
	return why != ""
}

// timed runs a test on the host with the timeout of a fact; 0 is the default timeout of
// facts. A timeout is not an error.
func (c *checker) timed(limit time.Duration, try func(context.Context) error) {
	const usual = 10 * time.Second
	ctx, cancel := context.WithTimeout(c.ctx, cmp.Or(limit, usual))
	defer cancel()
	if err := try(ctx); ctx.Err() == nil {
		c.fileFault(err)
	}
}

// fileFault reports an error of a hook if it is an error of its file: the first for each
// position, because a different value may give a different message.
func (c *checker) fileFault(err error) {
	f, ok := script.FileFault(err)
	if ok && c.ctx.Err() == nil && !slices.ContainsFunc(c.findings, func(d Diagnostic) bool { return d.Pos == f.Pos && !d.Remark }) {
		c.findings = append(c.findings, Diagnostic{Pos: f.Pos, Message: f.Message})
	}
}
