// Package listings holds the known instances of each type: the displayed
// listing, the running reading, and the drift between two readings. It contains
// no texts for the user interface. A front end reads a type as follows:
//
//	if r := cache.Want(ctx, session, t, now); r != nil {
//		r.Run(r.Context(), func(u listings.Update) { r.Take([]listings.Update{u}, false, now) })
//		r.Take(nil, true, now)
//	}
//
// Reading.Run may run in a separate goroutine, and its updates can be taken in
// groups. The front end must call all other functions from the same goroutine.
package listings
