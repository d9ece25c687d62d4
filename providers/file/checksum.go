package file

import (
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/hex"
	"hash"
	"strings"

	"ralsh/ral"
	"ralsh/ral/host"
	"ralsh/ral/value"
)

// sums returns the kinds of checksums of content.
func sums() []string {
	return []string{"sha256", "sha256lite", "md5", "md5lite", "sha1", "sha1lite", "sha512", "sha384", "sha224"}
}

// checksumNames returns all kinds, including the two times with which a source
// can be compared, and none.
func checksumNames() []string { return append(sums(), "mtime", "ctime", "none") }

func isTime(kind string) bool { return kind == "mtime" || kind == "ctime" }

// wantedSum returns the checksum kind for content, which is neither a time nor
// none.
func wantedSum(r *ral.Resource) string {
	if kind := r.Get("checksum").Text(); !isTime(kind) && kind != "none" {
		return kind
	}
	return "sha256"
}

// sumOf returns the checksum of a file, or one of its times.
func sumOf(kind string, info host.Info, data []byte) string {
	switch kind {
	case "mtime":
		return "{mtime}" + info.ModTime.UTC().Format(stamp)
	case "ctime":
		return "{ctime}" + info.ChangeTime.UTC().Format(stamp)
	}
	return checksum(kind, data)
}

// stamp is a format in which times sort as strings.
const stamp = "2006-01-02 15:04:05.000000000 -0700"

// sameSum reports whether a file equals a source: it has its checksum, or is
// not older.
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
	return checksum(wantedSum(r), []byte(is.Text())) == want
}

// checksum returns a checksum in Puppet's format: "{sha256}2d71...". The lite
// kinds use only the first 512 bytes.
func checksum(kind string, data []byte) string {
	name := kind
	if n := len(kind) - len("lite"); n > 0 && kind[n:] == "lite" {
		name, data = kind[:n], data[:min(len(data), 512)]
	}
	h := newHash(name)
	h.Write(data)
	return "{" + kind + "}" + hex.EncodeToString(h.Sum(nil))
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
