// Package filebucket implements the type filebucket: a directory that stores
// the previous contents of files by checksum.
//
// The type needs no provider, because a bucket is only a declaration that the
// type file refers to in backup. PathOf returns the directory of a bucket,
// Place the directory of a content in it, and Keep stores a content. The
// bucket Default needs no declaration.
//
// The layout is Puppet's: a/b/c/.../CHECKSUM/contents holds the content, where
// the first eight digits of the SHA-256 are a directory each, and the file
// paths next to it lists the paths of the content. Keep overwrites a stored
// content only if it is malformed. Only local buckets are supported.
package filebucket
