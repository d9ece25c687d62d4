// Package welcome leads someone who is new through a sample host, in five lessons.
package welcome
