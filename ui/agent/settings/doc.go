// Package settings reads the two files of the agent: agent.yaml of a host, and nats.yaml of an
// operator. Both contain a [Connection]. A path begins with ~ for the home directory, or is
// relative to the file. An unknown field is an error with file and line, and so is a private
// key that other users can read.
package settings
