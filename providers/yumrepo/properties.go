package yumrepo

import (
	"errors"
	"net/url"
	"slices"
	"strings"

	"ralsh/ral"
	"ralsh/ral/lazyre"
	"ralsh/ral/value"
)

// The patterns of values that yum accepts.
const (
	anyText = `\A.*\z`
	lines   = `(?s)\A.*\z`
	yesNo   = `\A(?i:true|false|0|1|no|yes)\z`
	number  = `\A[0-9]+\z`
)

// properties returns those of yumrepo_core, in its order (yum.conf(5)).
func properties() []*ral.Attribute {
	list := []*ral.Attribute{
		property("descr", anyText, "Tools of the house", "What the repository is, for people: the setting `name`."),
		locators("mirrorlist", "https://mirrors.example.com/list", "The address of a list of mirrors."),
		locators("baseurl", "https://repo.example.com/el9/", "The address of the repository. Several have blanks between them."),
		flag("enabled", "Whether the repository is used."),
		flag("gpgcheck", "Whether the signatures of packages are checked."),
		flag("payload_gpgcheck", "Whether the signatures of packages' contents are checked."),
		flag("repo_gpgcheck", "Whether the signature of the repository's own data is checked."),
		locators("gpgkey", "file:///etc/pki/rpm-gpg/RPM-GPG-KEY-tools", "The address of the key that packages are signed with."),
		property("mirrorlist_expire", number, "3600", "After how many seconds the list of mirrors is fetched again."),
		locators("include", "https://repo.example.com/more.conf", "The address of a file with more settings. It is not read."),
		property("exclude", anyText, "kernel* nginx", "Packages of the repository that are left out, by names and globs."),
		locators("gpgcakey", "https://repo.example.com/ca.key", "The address of the key that signs the other keys."),
		property("includepkgs", anyText, "nginx*", "The only packages of the repository that are used, by names and globs."),
		flag("enablegroups", "Whether groups of packages are used."),
		flag("module_hotfixes", "Whether its packages go into modules too."),
		property("failovermethod", `\A(?:roundrobin|priority)\z`, "priority", "How the next of several addresses is chosen."),
		flag("keepalive", "Whether connections are kept open."),
		property("retries", number, "10", "How often a file is tried; 0 is for ever."),
		property("http_caching", `\A(?:packages|all|none)\z`, "packages", "What caches on the way may keep."),
		property("timeout", number, "30", "After how many seconds a connection is given up."),
		property("metadata_expire", `\A(?:[0-9]+[dhm]?|never)\z`, "6h", "After how long the repository's data is fetched again."),
		flag("protect", "Whether its packages are kept from those of other repositories (plugin protectbase)."),
		property("priority", `\A-?[0-9]+\z`, "10", "Its place among the repositories, the lowest first (plugin priorities)."),
		property("minrate", number, "1000", "Below how many bytes a second a transfer is given up."),
		property("throttle", `\A[0-9]+[kMG%]?\z`, "60%", "How much of the bandwidth downloads may take."),
		property("bandwidth", `\A[0-9]+[kMG]?\z`, "10M", "How many bytes a second there are in all."),
		property("cost", number, "1000", "What access costs; the cheapest repository wins."),
		proxy(),
		property("proxy_username", anyText, "yum", "The name at the proxy."),
		secret(property("proxy_password", anyText, "", "The password at the proxy.")),
		flag("s3_enabled", "Whether the repository is read by S3."),
		property("sslcacert", anyText, "/etc/pki/tls/certs", "The folder of the certificates of authorities."),
		flag("sslverify", "Whether certificates are checked."),
		property("sslclientcert", anyText, "/etc/pki/yum/client.pem", "The client's certificate."),
		property("sslclientkey", anyText, "/etc/pki/yum/client.key", "The client's key."),
		locators("metalink", "https://mirrors.example.com/metalink", "The address of a metalink with mirrors."),
		flag("skip_if_unavailable", "Whether yum goes on when the repository cannot be reached."),
		flag("assumeyes", "Whether questions are answered with yes."),
		property("deltarpm_percentage", number, "75", "Up to which part of a package its delta is used."),
		property("deltarpm_metadata_percentage", number, "100", "Up to which part the data of deltas is fetched."),
		property("username", anyText, "yum", "The name at the repository."),
		secret(property("password", anyText, "", "The password at the repository.")),
	}
	return list
}

func property(name, pattern, example, doc string) *ral.Attribute {
	return &ral.Attribute{
		Name: name, Kind: ral.Property, Example: example, Doc: doc + " `absent` takes it out.",
		Values: []ral.Allowed{{Name: "absent"}, {Pattern: lazyre.New(pattern)}},
	}
}

func secret(a *ral.Attribute) *ral.Attribute {
	a.Sensitive = true
	return a
}

// flag returns a property that is a boolean in yum's words, capitalised as in
// yumrepo_core. Case is ignored; 1 and True are different values, as there.
func flag(name, doc string) *ral.Attribute {
	a := property(name, yesNo, "1", doc+" One of 1, 0, yes, no, true, false.")
	a.MungeFn = func(h ral.Hook, v value.Value) (value.Value, error) {
		if v.Text() == "absent" {
			return value.Absent(), nil
		}
		return value.Str(value.Capitalise(strings.ToLower(v.Text()))), nil
	}
	a.InSyncFn = func(_ ral.Hook, is, should value.Value) bool {
		return is.IsAbsent() == should.IsAbsent() && strings.EqualFold(is.Text(), should.Text())
	}
	return a
}

// locators returns a property of addresses separated by blanks or line breaks.
func locators(name, example, doc string) *ral.Attribute {
	a := property(name, lines, example, doc)
	a.ValidateFn = func(h ral.Hook, v value.Value) error {
		if err := h.Validate(v); err != nil || v.Text() == "absent" {
			return err
		}
		for _, text := range strings.Fields(v.Text()) {
			if !isURL(text) {
				return errors.New("Must be a valid URL")
			}
		}
		return nil
	}
	return a
}

func isURL(text string) bool {
	u, err := url.Parse(text)
	return err == nil && slices.Contains([]string{"file", "http", "https", "ftp"}, u.Scheme)
}

func proxy() *ral.Attribute {
	a := property("proxy", anyText, "http://proxy.example.com:3128", "The address of a proxy; `_none_`, or an empty text from EL 8 on, is none at all.")
	a.ValidateFn = func(_ ral.Hook, v value.Value) error {
		if text := v.Text(); text != "absent" && text != "_none_" && text != "" && !isURL(text) {
			return errors.New("Must be a valid URL")
		}
		return nil
	}
	return a
}
