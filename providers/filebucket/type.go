package filebucket

import (
	"errors"

	"ralsh/ral"
	"ralsh/ral/value"
)

// Default is the name of the bucket that needs no declaration.
const Default = "puppet"

// Register adds the type filebucket (semantics.md section 8).
func Register(reg *ral.Registry) {
	reg.Add(ral.Type{
		Name: "filebucket", Summary: "Backups of file contents", NotListable: "by declaration",
		Doc: "A folder that keeps what files held before they were changed, by checksum. A `file` names it in `backup`.\n\n" +
			"It is declared among what `ralsh apply` takes; the folder is made when something is kept in it. " +
			"`a/b/c/.../CHECKSUM/contents` is what a file held, `paths` beside it where it was, as Puppet has it." +
			"\n\n```puppet\nfilebucket { 'main':\n" +
			"  path => '/var/backups/bucket',\n}\nfile { '/etc/motd':\n  content => \"Changed by hand? It is kept.\\n\",\n" +
			"  backup  => 'main',\n}\n```\n",
		Attributes: []*ral.Attribute{
			{Name: "name", Kind: ral.Param, Namevar: true, Example: "main", Doc: "The name that files use. `puppet` is there in every run."},
			{
				Name: "path", Kind: ral.Param, Example: "/var/backups/bucket", ValidateFn: validPath,
				Doc: "The folder. Without it, it is `bucket` in the folder where ralsh keeps its own state.",
			},
			{Name: "server", Kind: ral.Param, Example: "puppet", Doc: "A server that keeps it. There is none: it is refused, unless `path` is given, which comes first."},
			{Name: "port", Kind: ral.Param, Example: "8140", Doc: "The port of the server."},
		},
		Validate: func(r *ral.Resource) error {
			if !r.Has("path") && (r.Has("server") || r.Has("port")) {
				return errors.New("there is no server for filebuckets: give the path of a folder on this host")
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
		return errors.New("there is no server for filebuckets: give the path of a folder on this host")
	case ral.AbsolutePath(h, v) != nil:
		return errors.New("Filebucket paths must be absolute")
	}
	return nil
}
