package raltest

import "ralsh/ral"

// failed reports whether a listing could not be made. One that names lines which
// it leaves as they are was.
func failed(ev ral.ListEvent) bool { return ev.Done && ev.Err != nil && !ral.IsDamage(ev.Err) }
