package model

import (
	"slices"
	"testing"
	"time"

	"ralsh/ral/host"
)

func TestTimingSums(t *testing.T) {
	timing := NewTiming()
	for _, u := range []host.Use{
		{Kind: host.UseContent, Subject: "/small", Bytes: 10, Elapsed: time.Millisecond},
		{Kind: host.UseAttributes, Subject: "/slow", Elapsed: 5 * time.Millisecond},
		{Kind: host.UseContent, Subject: "/large", Bytes: 90, Elapsed: 3 * time.Millisecond},
		{Kind: host.UseContent, Subject: "/small", Bytes: 10, Elapsed: time.Millisecond},
		{Kind: host.UseBus, Subject: "GetUnit", Elapsed: time.Millisecond},
	} {
		timing.use(u)
	}
	files := []TimedPart{
		{Name: "attributes", Count: 1, Elapsed: 5 * time.Millisecond, Longest: 5 * time.Millisecond, At: "/slow"},
		{Name: "content", Count: 3, Bytes: 110, Elapsed: 5 * time.Millisecond, Longest: 3 * time.Millisecond, At: "/large"},
	}
	if got := timing.Parts(TimedFiles); !slices.Equal(got, files) {
		t.Errorf("files: %+v", got)
	}
	calls := []TimedPart{{Name: "GetUnit", Count: 1, Elapsed: time.Millisecond, Longest: time.Millisecond}}
	if got := timing.Parts(TimedCalls); !slices.Equal(got, calls) {
		t.Errorf("calls: %+v", got)
	}
	timing.use(host.Use{Kind: host.UseContent, Subject: "/small", Elapsed: time.Millisecond})
	if got := timing.Parts(TimedFiles)[0].Name; got != "content" {
		t.Errorf("the longest is %s", got)
	}
}
