// Package builtin has the functions and modules that every module file can use and that
// only compute: symbol, secret, fail, re, json, yaml, xml, base64, hash, url.
//
// What defines plugins is in package star, and what reaches the host in package access.
package builtin
