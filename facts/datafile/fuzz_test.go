package datafile

import "testing"

// Whatever a file of name=value contains, its facts are UTF-8 and have names.
func FuzzText(f *testing.F) {
	for _, seed := range []string{"a=1\nb=2\r\n", " key = v \n", "=x\n==\n", "a=\xff\nb=1", "#a=b\nA=1", "\x00=\x00", "a=b=c"} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		found, _, _ := parseText(data)
		if err := Check(found); err != nil {
			t.Error(err)
		}
		for _, p := range found.Pairs() {
			if p.Key.Text() == "" || p.Value.Text() == "" {
				t.Errorf("%s", found.Inspect())
			}
		}
	})
}
