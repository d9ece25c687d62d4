package wire

// BeatEvery is the approximate interval of heartbeats, in seconds.
const BeatEvery = 60

// MaxEntry limits the data that a host writes into a bucket, and MaxExpanded the unpacked
// data, in bytes.
const (
	MaxEntry    = 512 << 10
	MaxExpanded = 16 << 20
)

// Beat is the heartbeat of a host, sent every minute.
type Beat struct {
	Version string `json:"version"`
	System  string `json:"system,omitempty"`
	Boot    string `json:"boot,omitempty"`  // number of the boot, of the kernel
	Facts   string `json:"facts,omitempty"` // SHA-256 of the facts
}

func (m *Beat) check() error {
	return limited("the beat", max(len(m.Version), len(m.System), len(m.Boot), len(m.Facts)), MaxSay)
}
