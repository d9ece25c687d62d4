package mount

import (
	"context"
	"fmt"
	"strings"

	"ralsh/ral/host"
)

// mountInfo is where the kernel says what is mounted, as this process sees it
// (proc(5)).
const mountInfo = "/proc/self/mountinfo"

// mounted is one line of mountinfo.
type mounted struct{ at, device, fstype string }

// readMounted reads what is mounted, in the order of mounting. Below another
// root nothing is.
func readMounted(ctx context.Context, rd host.Reader) ([]mounted, error) {
	if rd.Root() != "/" {
		return nil, nil
	}
	data, err := rd.ReadFile(ctx, mountInfo)
	if err != nil {
		return nil, fmt.Errorf("cannot tell what is mounted: %w", err)
	}
	return parseMounted(string(data)), nil
}

// parseMounted takes mountinfo apart: fields, of which the fifth is the place,
// and behind a dash the type and the device. Other lines are passed over.
func parseMounted(text string) []mounted {
	var list []mounted
	for line := range strings.Lines(text) {
		front, back, _ := strings.Cut(line, " - ")
		fields, rest := strings.Fields(front), strings.Fields(back)
		if len(fields) < 5 || len(rest) < 2 {
			continue
		}
		list = append(list, mounted{at: octal(fields[4]), fstype: rest[0], device: octal(rest[1])})
	}
	return list
}

// octal undoes how the kernel writes blanks: \040.
func octal(text string) string {
	return strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`).Replace(text)
}
