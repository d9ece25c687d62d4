// Package selboolean implements the type selboolean: the booleans of the SELinux policy.
//
// The only provider, getsetsebool, reads with getsebool(8), all booleans with a single
// command in a listing, and sets with setsebool(8). It is suitable if the kernel has
// SELinux enabled. A boolean can only be turned on or off; a name that is not in the
// policy is an error, and so is output without a valid line. With persistent, setsebool
// writes the policy, which takes some seconds.
package selboolean
