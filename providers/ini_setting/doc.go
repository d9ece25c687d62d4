// Package inisetting implements the type ini_setting: a setting of an ini file, or a
// whole section.
//
// The only provider is called ruby, as in Puppet's module, and edits files with package
// inifile. The separator, the marks of section names and the indentation are attributes;
// dialect converts them to an inifile.Dialect. A listing contains the settings of
// /etc/*.ini with the names "PATH [SECTION] SETTING". Attributes and behaviour are the
// same as in puppetlabs-inifile 5.4.
//
// If a setting is repeated in a section, the last line takes effect, the other lines are
// findings, and a change applies to all lines. Settings of the same file and dialect are
// written together. The content of the file is hidden if the value is a secret or
// show_diff is not true.
package inisetting
