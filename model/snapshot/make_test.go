package snapshot

import (
	"bytes"
	"encoding/json"
	"testing"
	"time"

	"ralsh/ral/noise"
)

// made returns a snapshot of some types, as it is read from its file.
func made(t testing.TB, change func(*Head), types []Listing, facts ...record) *Snapshot {
	t.Helper()
	s := &Snapshot{
		Head:  Head{Schema: schema, Kind: headLine, Host: "web1", Root: "/", Taken: time.Unix(1e9, 0).UTC(), Version: "1", User: "root", Privileged: true},
		Types: types, Facts: Listing{Items: items(t, factLine, "", facts)},
	}
	if change != nil {
		change(&s.Head)
	}
	return again(t, s)
}

// again returns a snapshot that was written and read.
func again(t testing.TB, s *Snapshot) *Snapshot {
	t.Helper()
	back, err := Read(bytes.NewReader(written(t, s)))
	if err != nil {
		t.Fatal(err)
	}
	return back
}

func written(t testing.TB, s *Snapshot) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := s.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// listing returns the listing of a type by one provider.
func listing(t testing.TB, typ string, p Provider, records ...record) Listing {
	t.Helper()
	for i := range records {
		if records[i].Provider == "" {
			records[i].Provider = p.Name
		}
	}
	return Listing{Kind: typeLine, Type: typ, Complete: p.Error == "", Providers: []Provider{p}, Items: items(t, instanceLine, typ, records)}
}

func items(t testing.TB, k kind, typ string, records []record) []Item {
	t.Helper()
	var list []Item
	for _, r := range records {
		r.Kind, r.Type = k, typ
		line, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, Item{r.Title, r.Provider, line})
	}
	return list
}

// useradd is a provider that listed all.
func useradd() Provider { return Provider{Name: "useradd", Suitable: true} }

// user returns the record of a user.
func user(title string, properties map[string]any) record {
	return record{Title: title, Properties: properties}
}

func fact(name string, is any, c noise.Class) record {
	return record{Title: name, Class: c, Properties: map[string]any{factValue: is}}
}
