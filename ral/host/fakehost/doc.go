// Package fakehost is a host in memory for tests: files, commands, bus replies, servers.
package fakehost
