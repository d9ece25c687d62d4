package linux

import (
	"math"
	"strconv"
)

// humanBytes formats a size like Facter: "512 bytes", "23.54 GiB".
func humanBytes(bytes int64) string {
	size := float64(bytes)
	if size < 1024 {
		return strconv.FormatInt(bytes, 10) + " bytes"
	}
	units := [...]string{"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"}
	unit := -1
	for size >= 1024 && unit < len(units)-1 {
		size /= 1024
		unit++
	}
	size = math.Round(size*100) / 100
	if size == 1024 && unit < len(units)-1 {
		size = 1
		unit++
	}
	return strconv.FormatFloat(size, 'f', 2, 64) + " " + units[unit]
}

// humanHertz formats a clock speed like Facter: "2.60 GHz".
func humanHertz(hertz int64) string {
	speed := float64(hertz)
	units := [...]string{"Hz", "kHz", "MHz", "GHz", "THz"}
	unit := 0
	for speed >= 1000 && unit < len(units)-1 {
		speed /= 1000
		unit++
	}
	return strconv.FormatFloat(speed, 'f', 2, 64) + " " + units[unit]
}

func percent(part, whole int64) string {
	if whole == 0 {
		return "0%"
	}
	return strconv.FormatFloat(float64(part)/float64(whole)*100, 'f', 2, 64) + "%"
}
