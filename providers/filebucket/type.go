package filebucket

import (
	"errors"

	"ralsh/ral"
	"ralsh/ral/standard"
	"ralsh/ral/value"
)

// Default is the name of the bucket that needs no declaration.
const Default = "puppet"

// Register adds the type filebucket (semantics.md section 8).
func Register(reg *ral.Registry) {
	reg.Add(ral.Type{
		Name: "filebucket", Summary: "Backups of file contents", NotListable: "by declaration",
		Doc: "A directory that stores previous contents of files by checksum. A `file` refers to it in `backup`.\n\n" +
			"Declare it in a file for `ralsh apply`. ralsh creates the directory when it stores the first content. As with Puppet, " +
			"`a/b/c/.../CHECKSUM/contents` is the content of a file, and `paths` next to it lists the paths of the file." +
			"\n\n```puppet\nfilebucket { 'main':\n" +
			"  path => '/var/backups/bucket',\n}\nfile { '/etc/motd':\n  content => \"Welcome.\\n\",\n" +
			"  backup  => 'main',\n}\n```\n",
		Attributes: []*ral.Attribute{
			{Name: "name", Kind: ral.Param, Namevar: true, Example: "main", Doc: "The name that files use. `puppet` exists in every run."},
			{
				Name: "path", Kind: ral.Param, Example: "/var/backups/bucket", ValidateFn: validPath,
				Doc: "The directory. The default is `bucket` in the state directory of ralsh.",
			},
			{Name: "server", Kind: ral.Param, Example: "puppet", Doc: "A server for the contents. ralsh supports only local buckets: without `path`, it rejects a server."},
			{Name: "port", Kind: ral.Param, Example: "8140", Doc: "The port of the server."},
		},
		Validate: func(r *ral.Resource) error {
			if !r.Has("path") && (r.Has("server") || r.Has("port")) {
				return errors.New("ralsh supports only local filebuckets: set path to a directory on this host")
			}
			return nil
		},
	})
}

func validPath(h ral.Hook, v value.Value) error {
	switch {
	case v.Kind() == value.List:
		return errors.New("You can only have one filebucket path")
	case v.Text() == "false":
		return errors.New("ralsh supports only local filebuckets: set path to a directory on this host")
	case standard.AbsolutePath(h, v) != nil:
		return errors.New("Filebucket paths must be absolute")
	}
	return nil
}
