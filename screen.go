package main

import (
	"context"
	"errors"

	"ralsh/model"
	"ralsh/ui/cli"
)

func screen(context.Context, *model.Session, cli.ScreenOptions) error { return errors.New("") }
