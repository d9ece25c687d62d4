// Package inifile reads and edits ini files and preserves their formatting.
//
// A Dialect describes how a file is written: the brackets around a section name, the
// separator, the indentation. Dialect.Parse turns bytes into a File, whose methods read
// and change sections and settings. Dialect.Load and Dialect.Edit do the same for a
// path on a host.
//
// An edit keeps every unchanged byte: comments, order, spacing, line endings, and lines
// that are neither a section nor a setting. Such lines are not an error; Unknown lists
// them. A change that could not be read back from the file is an *UnlikeError and
// leaves the file unchanged.
//
// The classification of lines and the position of a new setting follow Puppet's modules
// inifile (puppetlabs-inifile 5.4, lib/puppet/util/ini_file.rb) and, for values on
// several lines, yumrepo_core.
package inifile
