package transaction

import "slices"

// maxCyclePaths is how many paths through a cycle are followed, before each vertex is
// gone through by the first path that came to it and no other.
const maxCyclePaths = 20_000

// cyclePath is the shortest path that starts at the first member and comes to a
// vertex that is on it already.
func (g *graph) cyclePath(members []int32) []string {
	if path := g.follow(members, maxCyclePaths); path != nil {
		return g.refs(path)
	}
	return g.refs(g.follow(members, 0))
}

// pathNode is a path: its last vertex, and the place of the path up to there.
type pathNode struct{ at, back int32 }

// follow goes all paths side by side, the shorter ones first. With a limit it
// gives up when there are more; without, it goes through each vertex once.
func (g *graph) follow(members []int32, limit int) []int32 {
	inside := make(map[int32]bool, len(members))
	for _, v := range members {
		inside[v] = true
	}
	seen := make(map[int32]bool)
	legs := []pathNode{{members[0], none}}
	for i := int32(0); int(i) < len(legs); i++ {
		at := legs[i].at
		if seen[at] {
			if path := back(legs, legs[i].back); slices.Contains(path, at) {
				return append(path, at)
			}
			if limit == 0 {
				continue
			}
		}
		seen[at] = true
		known := make(map[int32]bool)
		for e := range g.outOf(g.vertices[at]) {
			if inside[e.to] && !known[e.to] {
				known[e.to] = true
				legs = append(legs, pathNode{e.to, i})
			}
		}
		if limit > 0 && len(legs) > limit {
			return nil
		}
	}
	return members
}

func back(legs []pathNode, at int32) []int32 {
	var path []int32
	for ; at != none; at = legs[at].back {
		path = append(path, legs[at].at)
	}
	slices.Reverse(path)
	return path
}
