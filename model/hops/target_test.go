package hops

import (
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"web1":                 "ssh -T OPTIONS -- web1 true",
		"alice@web1":           "ssh -T OPTIONS -l alice -- web1 true",
		"sudo":                 "sudo -n -- true",
		"sudo:deploy":          "sudo -n -u deploy -- true",
		"doas:deploy":          "doas -n -u deploy true",
		"web1+sudo+podman:app": "ssh -T OPTIONS -- web1 sudo -n -- podman exec -i app true",
		"a+b":                  "ssh -T OPTIONS -- a ssh -T -o 'ForwardAgent=no' -o 'ForwardX11=no' -o 'ClearAllForwardings=yes' -o 'PermitLocalCommand=no' -e none -o 'ServerAliveInterval=15' -o 'ServerAliveCountMax=4' -- b true",
		"docker:app":           "docker exec -i app true",
		"lxc:n":                "lxc-attach -n n -- true",
		"incus:n":              "incus exec n -- true",
		"chroot:/mnt/x":        "chroot /mnt/x true",
		"kube:pod":             "kubectl exec -i pod -- true",
		"kube:ns/pod":          "kubectl exec -i -n ns pod -- true",
		"kube:ns/pod/ctr":      "kubectl exec -i -n ns pod -c ctr -- true",
		"":                     "! a hop is empty",
		"web1+":                "! a hop is empty",
		"@web1":                "! a hop is empty",
		"sudo:":                "! sudo: requires a user (sudo:USER), or no colon",
		"podman:":              "! podman requires a name: podman:NAME",
		"chroot:mnt":           "! chroot requires an absolute path: chroot:/srv/root",
		"kube:a/b/c/d":         "! kube accepts at most three parts: kube:NAMESPACE/POD/CONTAINER",
		"foo:bar":              `! unknown hop "foo" (known: sudo, doas, chroot, nspawn, podman, docker, lxc, incus, kube; host with a port: ssh://HOST:PORT)`,
		"fe80::1":              "ssh -T OPTIONS -- fe80::1 true",
		"ssh://web1":           "ssh -T OPTIONS -- ssh://web1 true",
		"-oProxyCommand=x":     `! "-oProxyCommand=x" begins with a dash`,
		"-x@web1":              `! "-x" begins with a dash`,
		"podman:-x":            `! "-x" begins with a dash`,
		"web 1":                `! "web 1" contains a space or a control character`,
		"web1\n":               `! "web1\n" contains a space or a control character`,
		"web1\x1b[2J":          `! "web1\x1b[2J" contains a space or a control character`,
		"web1+sudo:a\xffb":     `! "a\xffb" contains a space or a control character`,
	} {
		target, err := Parse(text)
		got := ""
		if err != nil {
			got = "! " + err.Error()[strings.Index(err.Error(), `: `)+2:]
		} else {
			got = strings.Replace(strings.Join(target.compose([]string{"true"}, manner{}), " "), strings.Join(sshOptions, " "), "OPTIONS", 1)
		}
		if got != want {
			t.Errorf("%q: %s\nwant %s", text, got, want)
		}
	}
	nspawn, err := Parse("nspawn:n+sudo")
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"sh", "-c", nspawnScript, "nspawn", "n", "sudo", "-S", "-k", "-p", "", "--", "true"}, nspawn.compose([]string{"true"}, manner{password: true})); d != "" {
		t.Error(d)
	}
}

// TestScriptsAreOneWord holds the scripts to letters that no shell on the way changes.
func TestScriptsAreOneWord(t *testing.T) {
	for _, script := range []string{runScript, ownScript, bringScript, whereScript, forgetScript} {
		if i := strings.IndexAny(script, "'\\!\n"); i >= 0 {
			t.Errorf("%q", script[max(0, i-20):i+1])
		}
		if out, err := exec.Command("sh", "-n", "-c", script).CombinedOutput(); err != nil {
			t.Errorf("%v: %s", err, out)
		}
	}
}

// FuzzQuote has a shell read what is quoted.
func FuzzQuote(f *testing.F) {
	for _, word := range []string{"", "plain", "it's", `a\b`, "!x", "a b\tc", "$HOME `id` \"q\"", "{a,b}*?[x]~#;&|<>()", "\u00fc\u202e"} {
		f.Add(word, "second")
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		if strings.ContainsAny(a+b, "\x00\n") || len(a)+len(b) > 1000 {
			return // no argument of a program, or more than one line
		}
		out, err := exec.Command("sh", "-c", "printf '%s\n' "+quote([]string{a, b})).Output()
		if err != nil || string(out) != a+"\n"+b+"\n" {
			t.Errorf("%q, %q become %q, %v", a, b, out, err)
		}
	})
}

func TestHear(t *testing.T) {
	for line, want := range map[string]heard{
		"12ab at 77 /tmp/x": {"at", "77 /tmp/x"}, "12ab none Linux x86_64 gzip": {"none", "Linux x86_64 gzip"},
		"12abc at 1": {}, "other": {}, "": {}, "12ab": {},
	} {
		if got := hear("12ab", line); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
}

func TestBuild(t *testing.T) {
	p := program{name: "ralsh-x", data: []byte("program")}
	here, other := "x86_64", "aarch64"
	if runtime.GOARCH == machines[other] {
		here, other = other, here
	}
	for machine, want := range map[string]string{
		"Linux " + here + " gzip":   "",
		"Linux " + other + " plain": "the host has the architecture " + other + ": put the file ralsh-linux-" + machines[other] + " of the same version into one of these directories: /nowhere",
		"Linux vax plain":           "ralsh does not support the architecture vax",
		"FreeBSD amd64 gzip":        "the host runs FreeBSD: ralsh requires Linux",
		"":                          `the output of uname is invalid: ""`,
	} {
		_, _, err := p.build(machine, []string{"/nowhere"})
		if (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%q: %v, want %s", machine, err, want)
		}
	}
}

// TestPack holds that a packed command line comes back as it was, and has no line break.
func TestPack(t *testing.T) {
	for _, args := range [][]string{{"types"}, {"resource", "file", "/a\nb", ""}, {"\n"}, nil} {
		packed, got := pack(args), args
		if strings.Contains(strings.Join(packed, ""), "\n") {
			t.Errorf("%q has a line break", packed)
		}
		if len(packed) > 0 && packed[0] == PackedArgs {
			var err error
			if got, err = UnpackArgs(packed[1]); err != nil {
				t.Error(err)
			}
		}
		if d := cmp.Diff(args, got); d != "" {
			t.Error(d)
		}
	}
	if _, err := UnpackArgs("%"); err == nil {
		t.Error("what is no base64 is unpacked")
	}
}
