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

// properties returns the properties of yumrepo_core, in its order (yum.conf(5)).
func properties() []*ral.Attribute {
	list := []*ral.Attribute{
		property("descr", anyText, "Tools of the house", "A description of the repository: the setting `name`."),
		locators("mirrorlist", "https://mirrors.example.com/list", "The URL of a list of mirrors."),
		locators("baseurl", "https://repo.example.com/el9/", "The URL of the repository. Separate several URLs by spaces."),
		flag("enabled", "Whether yum uses the repository."),
		flag("gpgcheck", "Whether yum checks the signatures of packages."),
		flag("payload_gpgcheck", "Whether yum checks the signatures of the contents of packages."),
		flag("repo_gpgcheck", "Whether yum checks the signature of the metadata."),
		locators("gpgkey", "file:///etc/pki/rpm-gpg/RPM-GPG-KEY-tools", "The URL of the key that signs the packages."),
		property("mirrorlist_expire", number, "3600", "The age in seconds at which yum downloads the list of mirrors again."),
		locators("include", "https://repo.example.com/more.conf", "The URL of a file with more settings. ralsh does not read it."),
		property("exclude", anyText, "kernel* nginx", "The packages of the repository that yum ignores, as names and globs."),
		locators("gpgcakey", "https://repo.example.com/ca.key", "The URL of the CA key that signs the keys."),
		property("includepkgs", anyText, "nginx*", "The only packages of the repository that yum uses, as names and globs."),
		flag("enablegroups", "Whether yum uses the package groups of the repository."),
		flag("module_hotfixes", "Whether packages of the repository can replace packages of modules."),
		property("failovermethod", `\A(?:roundrobin|priority)\z`, "priority", "How yum chooses the next of several URLs."),
		flag("keepalive", "Whether yum uses persistent connections."),
		property("retries", number, "10", "How often yum tries to download a file; 0 means without limit."),
		property("http_caching", `\A(?:packages|all|none)\z`, "packages", "The files that HTTP caches may store."),
		property("timeout", number, "30", "The timeout of a connection in seconds."),
		property("metadata_expire", `\A(?:[0-9]+[dhm]?|never)\z`, "6h", "The age at which yum downloads the metadata again."),
		flag("protect", "Whether packages of unprotected repositories cannot replace packages of the repository (plugin protectbase)."),
		property("priority", `\A-?[0-9]+\z`, "10", "The priority of the repository, 1 is the highest (plugin priorities)."),
		property("minrate", number, "1000", "The transfer rate in bytes per second below which yum cancels a download."),
		property("throttle", `\A[0-9]+[kMG%]?\z`, "60%", "The maximum bandwidth of downloads, in bytes per second or in percent of `bandwidth`."),
		property("bandwidth", `\A[0-9]+[kMG]?\z`, "10M", "The available bandwidth in bytes per second."),
		property("cost", number, "1000", "The cost of access. yum prefers the repository with the lowest cost."),
		proxy(),
		property("proxy_username", anyText, "yum", "The user name for the proxy."),
		secret(property("proxy_password", anyText, "", "The password for the proxy.")),
		flag("s3_enabled", "Whether yum reads the repository from Amazon S3."),
		property("sslcacert", anyText, "/etc/pki/tls/certs", "The directory with the CA certificates."),
		flag("sslverify", "Whether yum checks certificates of servers."),
		property("sslclientcert", anyText, "/etc/pki/yum/client.pem", "The client certificate."),
		property("sslclientkey", anyText, "/etc/pki/yum/client.key", "The key of the client certificate."),
		locators("metalink", "https://mirrors.example.com/metalink", "The URL of a metalink with mirrors."),
		flag("skip_if_unavailable", "Whether yum continues if the repository is unavailable."),
		flag("assumeyes", "Whether yum answers prompts with yes."),
		property("deltarpm_percentage", number, "75", "The maximum size of a delta RPM, in percent of the package."),
		property("deltarpm_metadata_percentage", number, "100", "The maximum size of the metadata of delta RPMs, in percent of the metadata of the repository."),
		property("username", anyText, "yum", "The user name for the repository."),
		secret(property("password", anyText, "", "The password for the repository.")),
	}
	return list
}

func property(name, pattern, example, doc string) *ral.Attribute {
	return &ral.Attribute{
		Name: name, Kind: ral.Property, Example: example, Doc: doc + " `absent` removes the setting.",
		Values: []ral.Allowed{{Name: "absent"}, {Pattern: lazyre.New(pattern)}},
	}
}

func secret(a *ral.Attribute) *ral.Attribute {
	a.Sensitive = true
	return a
}

// flag returns a boolean property with yum's values, capitalised as in yumrepo_core. It
// ignores case, but 1 and True differ, as in yumrepo_core.
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
	a := property("proxy", anyText, "http://proxy.example.com:3128", "The URL of a proxy. `_none_` disables the proxy, from EL 8 on also an empty text.")
	a.ValidateFn = func(_ ral.Hook, v value.Value) error {
		if text := v.Text(); text != "absent" && text != "_none_" && text != "" && !isURL(text) {
			return errors.New("Must be a valid URL")
		}
		return nil
	}
	return a
}
