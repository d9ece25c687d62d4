// Package journal records every run on disk, to show it and to undo it.
//
// Open takes the lock and returns the Writer of a new run. A host.Writer from
// Writer.Wrap records each act before it is tried, Writer.Emit records the
// events of the run, and Writer.Close records its end. Read, List and Last
// return past runs as Records. Inverses returns the declarations that undo a
// Record. LoadPersistence reads the state that runs keep for each other.
//
// A run is one file, runs/000014.jsonl in the state directory: one JSON object
// per line, appended and synced. There is no index: the file name is the run
// number, and a crash can truncate only the last line of one run. kept/ holds
// the previous content of files by its SHA-256, up to LargestKept bytes each.
// seen/000014 means that a user has seen the interrupted run 14. Writer.Close
// also removes the oldest runs and contents beyond the Retention.
//
// One run at a time holds the lock; Open returns a *BusyError to any other. The
// methods of a Writer may be called concurrently. Of a value that a run knows to be
// secret the journal holds a fingerprint only, and of a file with it no content.
// secrets/ says for each root where the runs put one (LoadSecrets): before the act
// that does so. What a later run finds there is a secret in its lines too, though
// it declares none; what the file held is in kept/ whole, since undo is exact only
// so. The journal is open to its owner alone (directories 0700, files 0600, see
// host.State).
package journal
