package fileindex

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"path"
	"slices"
	"strings"
	"testing"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
	"ralsh/ral/inifile"
)

type entry struct{ name, at string }

const (
	mainFile = "/etc/main"
	first    = "/etc/a.d"
	second   = "/usr/lib/a.d"
	third    = "/lib/b.d" // /lib is a link
)

// source reads the sections of all files. Its directories are those of the main file's
// first line.
type source struct{ dirs []string }

func (s *source) of(news bool) Source[entry] {
	src := Source[entry]{
		Dialect: inifile.Common(), Files: s.files, Main: mainFile, Name: func(e entry) string { return e.name },
		Read: func(f *inifile.File, file string) (list []entry) {
			for _, section := range f.Sections() {
				list = append(list, entry{section.Name, fmt.Sprint(file, ":", section.Line)})
			}
			return list
		},
	}
	if news {
		src.New = s.file
	}
	return src
}

func (s *source) file(file string) (File, bool) {
	at := slices.Index(s.dirs, path.Dir(file))
	return File{file, fmt.Sprint(at)}, at >= 0 && path.Ext(file) == ".x"
}

func (s *source) files(ctx context.Context, rd host.Reader) (list []File, dirs []string, err error) {
	s.dirs = []string{first, second, third}
	if data, err := rd.ReadFile(ctx, mainFile); err == nil && strings.HasPrefix(string(data), "; one") {
		s.dirs = s.dirs[:1]
	}
	list = []File{{Path: mainFile}}
	for _, dir := range s.dirs {
		names, failed := rd.ReadDir(ctx, dir)
		if !host.IsMissing(failed) {
			err = errors.Join(err, failed)
		}
		for _, name := range names {
			if f, ok := s.file(path.Join(dir, name)); ok {
				list = append(list, f)
			}
		}
	}
	return list, s.dirs, err
}

// After each change of the host the index of a run finds what a new one finds, although
// it reads only the changed files.
func TestFindsWhatIsThere(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	pick := func(of ...string) string { return of[rng.IntN(len(of))] }
	files := []string{
		mainFile, first + "/1.x", first + "/2.x", first + "/2.other", second + "/1.x", second + "/3.x", "/usr/lib/b.d/1.x", third + "/4.x", "/etc/other", "/opt/x",
	}
	for round := range 300 {
		fake := fakehost.New(map[string]string{mainFile: "[a]\n", first + "/1.x": "[a]\n[b]\n", "/opt/x": "[c]\n"})
		fake.Dir("/usr/lib", 0o755)
		fake.Link("/lib", "/usr/lib")
		switch round % 4 {
		case 0:
			fake.Link(first+"/5.x", "/opt/x")
		case 1:
			fake.Link(second, first)
		}
		var changed []string
		wr := host.TapAfter(fake.Writer(), func(act host.Act, _ host.Result, _ error) {
			if file, ok := act.File(); ok {
				changed = append(changed, file)
			}
		})
		run := &Index[entry]{Source: new(source).of(round%2 == 0)}
		if err := run.Prefetch(t.Context(), fake.Reader(), nil); err != nil {
			t.Fatal(err)
		}
		var did []string
		for range 30 {
			file := pick(files...)
			what := pick("write", "write", "write", "write", "remove", "mkdir", "directory", "remove all", "link", "chmod", "outside")
			did = append(did, what+" "+file)
			var err error
			switch what {
			case "write":
				err = wr.WriteFile(t.Context(), file, []byte(pick("", "; one\n", "[a]\n", "[b]\n[a]\n", "\n[c]\n", "\x00")), host.WriteOptions{})
			case "remove":
				err = wr.Remove(t.Context(), file, false)
			case "mkdir":
				err = errors.Join(wr.Mkdir(t.Context(), path.Dir(path.Dir(file)), 0o755), wr.Mkdir(t.Context(), path.Dir(file), 0o755))
			case "directory":
				if rng.IntN(4) == 0 {
					err = wr.Mkdir(t.Context(), file, 0o755)
				}
			case "remove all":
				if rng.IntN(4) == 0 {
					err = wr.Remove(t.Context(), path.Dir(file), true)
				}
			case "link":
				if rng.IntN(2) == 0 {
					err = errors.Join(wr.Remove(t.Context(), file, true), wr.Symlink(t.Context(), pick(files...), file))
				}
			case "chmod":
				err = wr.Chmod(t.Context(), pick(file, path.Dir(file)), 0o700)
			case "outside":
				if rng.IntN(4) == 0 {
					fake.Put("/etc/a.d/out.x", "[a]\n", 0o644)
					run.Forget()
				}
			}
			if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrExist) {
				did = append(did, err.Error())
			}
			run.ForgetFiles(changed)
			changed = nil
			if rng.IntN(3) == 0 {
				continue // several changes at a time
			}
			fresh := &Index[entry]{Source: new(source).of(false)}
			want, wantErr := fresh.All(t.Context(), fake.Reader())
			got, gotErr := run.All(t.Context(), fake.Reader())
			if !slices.Equal(got, want) || fmt.Sprint(gotErr) != fmt.Sprint(wantErr) || strings.Contains(fmt.Sprint(gotErr), "directory") {
				t.Fatalf("after %s:\nfound %v, %v\nthere %v, %v", strings.Join(did, ", "), got, gotErr, want, wantErr)
			}
			for _, name := range []string{"a", "b", "c"} {
				want, _ := fresh.Named(t.Context(), fake.Reader(), name)
				got, _ := run.Named(t.Context(), fake.Reader(), name)
				if !slices.Equal(got, want) {
					t.Fatalf("after %s: %s is found in %v, is in %v", strings.Join(did, ", "), name, got, want)
				}
			}
		}
	}
}

// A run reads no file that it did not change.
func TestReadsChangedFilesOnly(t *testing.T) {
	fake := fakehost.New(map[string]string{first + "/1.x": "[a]\n", first + "/2.x": "[b]\n"})
	run := &Index[entry]{Source: new(source).of(true)}
	if err := run.Prefetch(t.Context(), fake.Reader(), nil); err != nil {
		t.Fatal(err)
	}
	fake.Put(first+"/1.x", "[c]\n", 0o644)
	fake.Put(first+"/2.x", "[d]\n", 0o644)
	run.ForgetFiles([]string{first + "/2.x", "/etc/other", "/opt/2.x"})
	all, err := run.All(t.Context(), fake.Reader())
	if want := []entry{{"a", first + "/1.x:1"}, {"d", first + "/2.x:1"}}; err != nil || !slices.Equal(all, want) {
		t.Errorf("found %v, %v; want %v", all, err, want)
	}
}
