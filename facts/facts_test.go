package facts

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ralsh/ral/host/fakehost"
	"ralsh/ral/host/local"
	"ralsh/ral/raltest/real"
	"ralsh/ral/value"
)

func TestPrinted(t *testing.T) {
	fake := fakehost.New(map[string]string{
		"/proc/loadavg": "0.87 2.00 1.54 1/200 4242\n",
		"/proc/cpuinfo": "processor : 0\nmodel name : A \"B\" \\ C\nprocessor : 1\nmodel name : D\n",
	}, fakehost.WithEnv("PATH", "/usr/bin:/bin"))
	f := New(fake.Reader())
	for _, c := range []struct{ names, want string }{
		{"load_averages path", "load_averages => {\n  15m => 1.54,\n  1m => 0.87,\n  5m => 2.0\n}\npath => /usr/bin:/bin\n"},
		{"path nothing path", "nothing => \npath => /usr/bin:/bin\n"},
		{"processors.models kernel", "kernel => Linux\nprocessors.models => [\n  \"A \\\"B\\\" \\ C\",\n  \"D\"\n]\n"},
	} {
		got, err := f.Select(t.Context(), strings.Fields(c.names)...)
		if diff := cmp.Diff(c.want, Text(got)); err != nil || diff != "" {
			t.Errorf("%s: %v\n%s", c.names, err, diff)
		}
	}
	one, err := f.Fact(t.Context(), "processors.models.1")
	if err != nil || TextOf(one) != "D" {
		t.Errorf("processors.models.1 prints %q, %v", TextOf(one), err)
	}
	many, err := f.Select(t.Context(), "path", "virtual")
	var broken *Error
	if !errors.As(err, &broken) || broken.Name != "virtual" {
		t.Errorf("select with a fact that cannot be had: %v", err)
	}
	out, err := JSON(many)
	if want := "{\n  \"path\": \"/usr/bin:/bin\",\n  \"virtual\": null\n}\n"; err != nil || string(out) != want {
		t.Errorf("as JSON:\n%s%v", out, err)
	}
}

// A fact without read permission reports that, as a whole and as a leaf, and
// the others exist.
func TestWhatCannotBeHadHidesNothing(t *testing.T) {
	fake := fakehost.New(map[string]string{
		"/sys/class/dmi/id/product_name": "Thing\n", "/sys/class/dmi/id/product_serial": "s3cr3t\n",
		"/proc/1/environ": "x", "/proc/1/cgroup": "0::/init.scope\n",
	}, fakehost.WithUID(1000))
	fake.Deny("/sys/class/dmi/id/product_serial")
	fake.Deny("/proc/1/environ")
	f, ctx := New(fake.Reader()), t.Context()
	want := map[string]string{
		"virtual": "virtual has no value: cannot read /proc/1/environ: permission denied; " +
			"also checked: /proc/1/cgroup (no container), DMI (no entry)",
		"dmi.product.serial_number": "dmi.product.serial_number has no value: cannot read /sys/class/dmi/id/product_serial: permission denied",
		"serialnumber":              "dmi.product.serial_number has no value: cannot read /sys/class/dmi/id/product_serial: permission denied",
	}
	for name, text := range want {
		got, err := f.Fact(ctx, name)
		if !got.IsNil() || err == nil || err.Error() != text || !errors.Is(err, fs.ErrPermission) {
			t.Errorf("%s: %s, error %v\nwant %s", name, got.Inspect(), err, text)
		}
	}
	product, err := f.Fact(ctx, "dmi.product")
	if name, _ := product.Lookup("name"); err != nil || name.Text() != "Thing" {
		t.Errorf("dmi.product is %s, %v", product.Inspect(), err)
	}
	if leaf := leafOf(t, f.Get(ctx, "dmi"), "dmi.product.serial_number"); leaf.Err == nil ||
		leaf.From != "/sys/class/dmi/id/product_serial" {
		t.Errorf("the leaf of the serial number: %+v", leaf)
	}
	text := Text(f.Tree(ctx))
	if strings.Contains(text, "virtual =>") || strings.Contains(text, "serial") || !strings.Contains(text, "Thing") {
		t.Errorf("printed:\n%s", text)
	}
	fake.Put("/run/systemd/system/x", "", 0o644)
	f.Refresh()
	if got, err := f.Fact(ctx, "virtual"); err != nil || got.Text() != "physical" {
		t.Errorf("where process 1 is systemd, virtual is %s, %v", got.Inspect(), err)
	}
}

func TestReadOnceUntilRefresh(t *testing.T) {
	fake := fakehost.New(map[string]string{"/proc/uptime": "100.5 1\n"})
	f, ctx := New(fake.Reader()), t.Context()
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if len(f.All(ctx)) == 0 {
				t.Error("no facts")
			}
		})
	}
	all.Wait()
	fake.Put("/proc/uptime", "90000 1\n", 0o644)
	for _, want := range []string{"0:01 hours", "1 day"} {
		got, err := f.Fact(ctx, "uptime")
		if err != nil || got.Text() != want {
			t.Errorf("uptime is %q, %v, want %q", got.Text(), err, want)
		}
		f.Refresh()
	}
}

// A waiting call ends with its caller, and its result is available to the next;
// other callers are not delayed.
func TestAWaitIsOnesOwn(t *testing.T) {
	fake := fakehost.New(map[string]string{"/proc/uptime": "100 1\n"})
	until := make(chan struct{})
	fake.Hold("/proc/uptime", until)
	f := New(fake.Reader())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Fact(ctx, "system_uptime"); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled wait ended with %v", err)
	}
	if got, err := f.Fact(t.Context(), "kernel"); err != nil || got.Text() != "Linux" {
		t.Errorf("kernel is %s, %v", got.Inspect(), err)
	}
	close(until)
	if got, err := f.Fact(t.Context(), "uptime_seconds"); err != nil || !got.Equal(value.Int(100)) {
		t.Errorf("uptime is %s, %v", got.Inspect(), err)
	}
}

// Below another root os.* describes the inside, the kernel facts the outside.
func TestBelow(t *testing.T) {
	root := t.TempDir()
	files, want := unpack(t, "testdata/os/alpine319.txtar")
	files["/etc/hostname"] = "image.example.org\n"
	for name, text := range files {
		file := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	below, err := local.Below(root)
	if err != nil {
		real.Lacks(t, "needs openat2(2): %v", err)
	}
	f := New(below.Reader())
	want = strings.Replace(want, "os.architecture x86_64\n", "", 1)
	check(t, f, want+"hostname image\ndomain example.org\nfqdn image.example.org\n")
	outside, err := local.Machine().Reader().Uname(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	check(t, f, "kernelrelease "+outside.Release+"\n")
	if _, err := f.Fact(t.Context(), "memory"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("memory of a root without /proc: %v", err)
	}
}

func BenchmarkAll(b *testing.B) {
	f := New(local.Machine().Reader())
	for b.Loop() {
		f.Refresh()
		f.All(b.Context())
	}
}
