package noise_test

import (
	"encoding/json"
	"testing"

	"ralsh/ral/lazyre"
	"ralsh/ral/noise"
)

func TestNames(t *testing.T) {
	for c, name := range map[noise.Class]string{noise.Chosen: "wanted", noise.State: "state", noise.Identity: "identity", noise.Volatile: "volatile"} {
		var back noise.Class
		data, err := json.Marshal(c)
		if err != nil || string(data) != `"`+name+`"` {
			t.Errorf("%d is %s, %v", c, data, err)
		}
		if err := json.Unmarshal(data, &back); err != nil || back != c {
			t.Errorf("%s is read as %d, %v", data, back, err)
		}
	}
	for _, bad := range []string{`"noise"`, `""`, `"Wanted"`} {
		var c noise.Class
		if err := json.Unmarshal([]byte(bad), &c); err == nil {
			t.Errorf("%s is read as %s", bad, c)
		}
	}
}

func TestByName(t *testing.T) {
	list := []noise.Named{{noise.Volatile, lazyre.New(`^a\.b$`)}, {noise.State, lazyre.New(`^a\.`)}}
	for name, want := range map[string]noise.Class{"a.b": noise.Volatile, "a.c": noise.State, "b": noise.Identity} {
		if got := noise.ByName(list, name, noise.Identity); got != want {
			t.Errorf("%s is %s", name, got)
		}
	}
}
