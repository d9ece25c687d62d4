package host

import "context"

// WriteFile runs the Check of a write on a file beside the other, as a machine
// does.
func (h fakeHost) WriteFile(ctx context.Context, path string, data []byte, opt WriteOptions) error {
	if opt.Check != nil {
		temp := path + ".ralsh-check"
		if err := h.tree.WriteFile(ctx, temp, data, WriteOptions{}); err != nil {
			return err
		}
		_, err := h.Run(ctx, opt.Check(temp))
		if gone := h.tree.Remove(ctx, temp, false); err == nil {
			err = gone
		}
		if err != nil {
			return pathError("write", path, err)
		}
	}
	return h.tree.WriteFile(ctx, path, data, opt)
}
