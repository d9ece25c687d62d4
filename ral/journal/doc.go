// Package journal records every run on disk, to show it and to undo it.
//
// Open acquires the lock and returns the Writer of a new run. A host.Writer from
// Writer.Wrap records each act before it is tried, Writer.Emit records the events of
// the run, and Writer.Close records its end. Read, List and Last return past runs as
// Records. Inverses returns the declarations that undo a Record. LoadPersistence reads
// the state that runs keep for each other.
//
// A run is a file, runs/000014.jsonl in the state directory, with a JSON object per
// line, synced before each act and at the end. A line has the fields of the part of a
// Record that it becomes; read.go completes lines of format 1. The acts of a step
// are numbered, and the end of an act has its number. There is no index: the file name
// is the run number. A crash can truncate only the last line of a run; a power failure
// can also lose the outcome of its last act. kept/ holds the previous content of files
// by its SHA-256, up to stored.Largest bytes each. seen/000014 means that a user has seen
// the interrupted run 14, and finished/000014 that the undo 14 failed or was
// incomplete, and the rest was restored later. Writer.Close also removes the oldest
// runs and contents beyond the Retention.
//
// A single run at a time holds the lock; Open returns a *BusyError to any other run.
// The methods of a Writer may be called concurrently. The journal stores a fingerprint
// of a secret, and no content of a file with a secret. secrets/ records for each root
// where the runs wrote secrets (LoadSecrets), before each such act. A later run also
// treats the values there as secrets in its lines, although it does not declare them;
// the content of such a file is in kept/, because only with it undo is exact. Only the
// owner can read the journal (directories 0700, files 0600, see ownfiles.State).
package journal
