package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/goccy/go-yaml"

	"ralsh/ral/host/ownfiles"
)

// maxFile is in bytes.
const maxFile = 64 << 10

// read decodes a file into a struct. An error in it has the file, the line and the column.
func read(file string, into any) (err error) {
	data, err := bounded(file, maxFile)
	if err != nil {
		return err
	}
	defer func() {
		if p := recover(); p != nil { // the library is known to panic on broken documents
			err = fmt.Errorf("%s: invalid YAML: %v", file, p)
		}
	}()
	doc := yaml.NewDecoder(bytes.NewReader(data), yaml.Strict())
	if err := doc.Decode(into); err != nil && !errors.Is(err, io.EOF) {
		return placed(file, err)
	}
	if err := doc.Decode(new(any)); !errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: the file has several YAML documents", file)
	}
	return nil
}

// placed returns an error of the library with its place in a file.
func placed(file string, err error) error {
	known, ok := errors.AsType[yaml.Error](err)
	if !ok || known.GetToken() == nil || known.GetToken().Position == nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	at := known.GetToken().Position
	return fmt.Errorf("%s:%d:%d: %s", file, at.Line, at.Column, known.GetMessage())
}

func bounded(file string, limit int64) ([]byte, error) {
	data, size, err := ownfiles.Peek(filepath.Dir(file)).ReadPart(filepath.Base(file), 0, limit)
	if err == nil && size > limit {
		err = fmt.Errorf("%s is too large (%d bytes, at most %d)", file, size, limit)
	}
	return data, err
}
