package linux

import (
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strings"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
)

// sshKinds are the algorithms with their numbers in SSHFP records (RFC 4255,
// RFC 6594, RFC 7479).
var sshKinds = [...]struct {
	name, key string
	number    int
}{
	{"rsa", "ssh-rsa", 1},
	{"dsa", "ssh-dss", 2},
	{"ecdsa", "ecdsa-sha2-nistp256", 3},
	{"ed25519", "ssh-ed25519", 4},
}

// ssh adds the public host keys. The first directory with a key wins.
func ssh(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	for _, kind := range sshKinds {
		for _, dir := range []string{"/etc/ssh", "/usr/local/etc/ssh", "/etc", "/usr/local/etc", "/etc/opt/ssh"} {
			file := dir + "/ssh_host_" + kind.name + "_key.pub"
			text, err := read(ctx, rd, file)
			if err != nil {
				b.Fail("ssh."+kind.name, file, err)
				break
			}
			fields := strings.Fields(text)
			if len(fields) < 2 || fields[0] != kind.key {
				continue
			}
			hostKey(b, "ssh."+kind.name, kind.number, fields, file)
			break
		}
	}
	if len(b.Leaves) == 0 {
		b.Unsuitable = "no public host key exists (example: /etc/ssh/ssh_host_ed25519_key.pub)"
	}
}

func hostKey(b *leaf.Builder, name string, number int, fields []string, file string) {
	blob, err := base64.StdEncoding.DecodeString(fields[1])
	if err != nil {
		b.Fail(name, file, fmt.Errorf("%s contains no key: %w", file, err))
		return
	}
	b.Text(name+".key", fields[1], file)
	b.Text(name+".type", fields[0], file)
	b.Text(name+".fingerprints.sha1", fmt.Sprintf("SSHFP %d 1 %x", number, sha1.Sum(blob)), file)
	b.Text(name+".fingerprints.sha256", fmt.Sprintf("SSHFP %d 2 %x", number, sha256.Sum256(blob)), file)
}
