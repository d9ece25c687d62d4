package vectors

import (
	"encoding/json"
	"fmt"
	"io/fs"
)

// Load reads every area of a directory, sorted by name.
func Load(dir fs.FS) ([]File, error) {
	names, err := fs.Glob(dir, "*.json")
	if err != nil {
		return nil, err
	}
	var files []File
	for _, name := range names {
		data, err := fs.ReadFile(dir, name)
		if err != nil {
			return nil, err
		}
		var f File
		if err := json.Unmarshal(data, &f); err != nil {
			return nil, fmt.Errorf("read %s: %w", name, err)
		}
		if f.Area == "" {
			f.Area = name[:len(name)-len(".json")]
		}
		files = append(files, f)
	}
	return files, nil
}
