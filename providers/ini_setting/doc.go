// Package inisetting implements the type ini_setting: one setting of an ini
// file, or a whole section.
//
// The only provider is called ruby, as in Puppet's module, and edits files with
// package inifile. The separator, the marks around section names and the
// indentation are attributes; dialect turns them into an inifile.Dialect. A
// listing covers the files /etc/*.ini and names an instance "PATH [SECTION]
// SETTING". Attributes and behaviour are those of puppetlabs-inifile 5.4.
//
// If a setting is repeated in a section, the last line counts, the others are
// findings, and a change applies to all of them. Settings of one file with one dialect are written
// together. The file's content is hidden if the value is a secret or show_diff
// is not true.
package inisetting
