// Package cron implements the type cron: jobs in the crontabs of users.
//
// The only provider, crontab, runs crontab(1); below a root directory it reads
// and writes the files in /var/spool/cron. Its behaviour, tabs, embeds a
// parsedfile.Behaviour in which a path is the name of a user, and spool reads
// and writes a crontab. System crontabs like /etc/crontab are not read.
//
// The name of a job is in the comment "# Puppet Name: " before it. A job
// without this comment is listed as "unmanaged:" with its command and a
// number; it matches a declaration with the same user and command, if the
// times that it sets agree (semantics.md section 8). The variables between the
// comment and the job are its environment. All other lines are kept byte for
// byte.
//
// A spool is safe for concurrent use. It caches the crontabs that this run
// wrote, so that a plan sees its changes, until Forget is called.
package cron
