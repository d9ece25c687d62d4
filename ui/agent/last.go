//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"ralsh/model/wire"
	"ralsh/ui/agent/ask"
)

// lastRole prints what the server has of a host. When it was written goes to standard error.
func lastRole(ctx context.Context, args []string) error {
	bucket := ""
	if len(args) == 2 {
		bucket = map[string]string{"facts": wire.BucketFacts, "snapshot": wire.BucketSnapshot}[args[0]]
	}
	if bucket == "" {
		return usageError{errors.New("usage: ralsh-agent last facts HOST, or ralsh-agent last snapshot HOST")}
	}
	if err := wire.CheckName(args[1]); err != nil {
		return usageError{err}
	}
	_, conn, err := connectOperator(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	data, at, err := ask.Last(ctx, conn, bucket, args[1])
	if err != nil {
		return err
	}
	say(fmt.Sprintf("%s wrote this at %s UTC", args[1], at.UTC().Format("2006-01-02 15:04:05")))
	_, err = os.Stdout.Write(data)
	return err
}
