package linux

import (
	"context"
	"strconv"
	"strings"

	"ralsh/facts/leaf"
	"ralsh/ral/host"
)

const sysDMI = "/sys/class/dmi/id"

var dmiFiles = [...]struct{ fact, file string }{
	{"dmi.bios.release_date", "bios_date"},
	{"dmi.bios.vendor", "bios_vendor"},
	{"dmi.bios.version", "bios_version"},
	{"dmi.board.asset_tag", "board_asset_tag"},
	{"dmi.board.manufacturer", "board_vendor"},
	{"dmi.board.product", "board_name"},
	{"dmi.board.serial_number", "board_serial"},
	{"dmi.chassis.asset_tag", "chassis_asset_tag"},
	{"dmi.chassis.type", "chassis_type"},
	{"dmi.manufacturer", "sys_vendor"},
	{"dmi.product.name", "product_name"},
	{"dmi.product.serial_number", "product_serial"},
	{"dmi.product.uuid", "product_uuid"},
}

// dmi adds the firmware's description of the hardware. Only root may read
// serial numbers.
func dmi(ctx context.Context, rd host.Reader, b *leaf.Builder) {
	if ok, err := rd.Exists(ctx, sysDMI); !ok && err == nil {
		b.Unsuitable = sysDMI + " does not exist: the kernel provides no firmware tables"
		return
	}
	for _, f := range dmiFiles {
		from := sysDMI + "/" + f.file
		text, err := read(ctx, rd, from)
		if err != nil {
			b.Fail(f.fact, from, err)
			continue
		}
		text = strings.TrimSpace(text)
		if f.file == "chassis_type" {
			text = chassisName(text)
		}
		b.Text(f.fact, text, from)
	}
}

// chassisName returns the type of enclosure by its number in the SMBIOS specification,
// 7.4.1; 2 is "unknown", so its name is empty.
func chassisName(number string) string {
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > len(chassis) {
		return ""
	}
	return chassis[n-1]
}

var chassis = [...]string{
	"Other", "", "Desktop", "Low Profile Desktop", "Pizza Box", "Mini Tower", "Tower", "Portable", "Laptop",
	"Notebook", "Hand Held", "Docking Station", "All in One", "Sub Notebook", "Space-Saving", "Lunch Box",
	"Main System Chassis", "Expansion Chassis", "SubChassis", "Bus Expansion Chassis", "Peripheral Chassis",
	"Storage Chassis", "Rack Mount Chassis", "Sealed-Case PC", "Multi-system", "CompactPCI", "AdvancedTCA",
	"Blade", "Blade Enclosure", "Tablet", "Convertible", "Detachable",
}
