package file

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// sums returns the kinds of checksums of content.
func sums() []string {
	return []string{"sha256", "sha256lite", "md5", "md5lite", "sha1", "sha1lite", "sha512", "sha384", "sha224"}
}

// checksumNames returns all kinds, including the times, with which a source
// can be compared, and "none".
func checksumNames() []string { return append(sums(), "mtime", "ctime", "none", "etag") }

// comparable replaces the ETag of a server, because ralsh compares the content itself.
func comparable(_ ral.Hook, v value.Value) (value.Value, error) {
	if v.Text() == "etag" {
		return value.Sym("sha256"), nil
	}
	return v, nil
}

func isTime(kind string) bool { return kind == "mtime" || kind == "ctime" }

// desiredSum returns the checksum kind for content, if checksum is a kind of
// content, or else sha256.
func desiredSum(r *ral.Resource) string {
	if kind := r.Get("checksum").Text(); !isTime(kind) && kind != "none" {
		return kind
	}
	return "sha256"
}

// timeOf returns a time of a file as a checksum.
func timeOf(kind string, info host.Info) string {
	if kind == "mtime" {
		return "{mtime}" + info.ModTime.UTC().Format(stamp)
	}
	return "{ctime}" + info.ChangeTime.UTC().Format(stamp)
}

// stamp is a format in which times sort as strings.
const stamp = "2006-01-02 15:04:05.000000000 -0700"

// sameSum reports whether a file equals a source: it has the same checksum, or
// is not older.
func sameSum(r *ral.Resource, is value.Value, want string) bool {
	kind, _, _ := strings.Cut(strings.TrimPrefix(want, "{"), "}")
	switch {
	case is.IsAbsent():
		return false
	case is.Kind() == value.Symbol && isTime(kind):
		return is.Raw() >= want
	case is.Kind() == value.Symbol:
		return is.Raw() == want
	}
	return checksum(desiredSum(r), []byte(is.Text())) == want
}

// checksum returns a checksum in Puppet's format: "{sha256}2d71...".
func checksum(kind string, data []byte) string {
	s := newSummer(kind)
	_, _ = s.Write(data)
	return s.sum()
}

// summer computes the checksum of the written bytes. The lite kinds use only
// the first 512 bytes.
type summer struct {
	kind string
	hash hash.Hash
	left int // bytes that still count; negative for all
}

func newSummer(kind string) *summer {
	if name, lite := strings.CutSuffix(kind, "lite"); lite {
		return &summer{kind, newHash(name), 512}
	}
	return &summer{kind, newHash(kind), -1}
}

// errEnough ends the reading of a file after the bytes that a lite checksum
// uses.
var errEnough = errors.New("no more bytes count")

// Write returns errEnough after the last byte that the checksum uses.
func (s *summer) Write(p []byte) (int, error) {
	if s.left < 0 {
		return s.hash.Write(p)
	}
	n := min(len(p), s.left)
	_, _ = s.hash.Write(p[:n])
	if s.left -= n; s.left == 0 {
		return n, errEnough
	}
	return n, nil
}

func (s *summer) sum() string { return "{" + s.kind + "}" + hex.EncodeToString(s.hash.Sum(nil)) }

// checksumFrom returns the checksum of the output of read, without storing it.
func checksumFrom(kind string, read func(w io.Writer) error) (string, error) {
	s := newSummer(kind)
	if err := read(s); err != nil && !errors.Is(err, errEnough) {
		return "", err
	}
	return s.sum(), nil
}

func newHash(name string) hash.Hash {
	switch name {
	case "md5":
		return md5.New()
	case "sha1":
		return sha1.New()
	case "sha512":
		return sha512.New()
	case "sha384":
		return sha512.New384()
	case "sha224":
		return sha256.New224()
	}
	return sha256.New()
}
