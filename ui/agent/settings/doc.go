// Package settings reads the two files of the agent: agent.yaml of a host, and nats.yaml of an
// operator. Both have a [Connection]. A path in them begins with ~ for the folder of the user,
// or is relative to the file. What the files do not know is an error with file and line; so is a
// private key that others can read.
package settings
