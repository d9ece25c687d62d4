package file

import (
	"context"
	"fmt"
	"path"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// Predict reports changes that certainly fail for an unprivileged user. It
// ignores access by group permissions, because a Reader does not know all
// groups of this process.
func (b *files) Predict(ctx context.Context, rd host.Reader, r *ral.Resource, attr string, _ value.Value) (ral.Prediction, error) {
	uid := rd.UID()
	if uid == 0 {
		return ral.Prediction{}, nil
	}
	var refused string
	switch attr {
	case "owner":
		refused = fmt.Sprintf("UID %d cannot change the owner of files (run as root)", uid)
	case "mode", "group":
		if info, there, err := stat(ctx, rd, r); err == nil && there && info.UID != uid {
			refused = fmt.Sprintf("UID %d does not own %s", uid, r.Name())
		}
	default:
		if dir := path.Dir(r.Name()); closed(ctx, rd, dir) {
			refused = fmt.Sprintf("the directory %s is not writable for UID %d", dir, uid)
		}
	}
	return ral.Prediction{Refused: refused}, nil
}

// closed reports whether this user certainly may not write to a directory.
func closed(ctx context.Context, rd host.Reader, dir string) bool {
	info, err := rd.Stat(ctx, dir)
	if err != nil {
		return false
	}
	if info.UID == rd.UID() {
		return info.Mode&0o200 == 0
	}
	return info.Mode&0o022 == 0
}
