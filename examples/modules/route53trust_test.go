package modules_test

import (
	"bytes"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"time"

	"ralsh/ral/host"
	"ralsh/ral/host/fakehost"
)

// trusts checks the signature of a request, and that it is not older than five minutes.
func (a *aws) trusts(r *http.Request, body []byte) error {
	at, err := time.Parse("20060102T150405Z", r.Header.Get("X-Amz-Date"))
	if err != nil {
		return &awsError{403, "MissingAuthenticationToken", "Missing Authentication Token"}
	}
	if d := a.now().Sub(at).Abs(); d > 5*time.Minute {
		return &awsError{403, "SignatureDoesNotMatch", "Signature expired: " + at.String()}
	}
	if r.Header.Get("X-Amz-Security-Token") != a.token {
		return &awsError{403, "InvalidClientTokenId", "The security token included in the request is invalid, it is " + r.Header.Get("X-Amz-Security-Token")}
	}
	var signed []string
	_, names, _ := strings.Cut(r.Header.Get("Authorization"), "SignedHeaders=")
	names, _, _ = strings.Cut(names, ",")
	signed = strings.Split(names, ";")
	for _, must := range []string{"host", "x-amz-date"} {
		if !slices.Contains(signed, must) {
			return &awsError{403, "SignatureDoesNotMatch", must + " is not signed"}
		}
	}
	want := fmt.Sprintf("AWS4-HMAC-SHA256 Credential=%s/%s/us-east-1/route53/aws4_request, SignedHeaders=%s, Signature=%s",
		awsID, at.Format("20060102"), names, signatureOf(r, body, signed, "us-east-1", "route53", awsSecret))
	if got := r.Header.Get("Authorization"); got != want {
		return &awsError{403, "SignatureDoesNotMatch", "The request signature we calculated does not match, it would be " + want + " for " + r.Header.Get("X-Amz-Security-Token")}
	}
	return nil
}

// network returns the server as the network of a fake.
func (a *aws) network() fakehost.Net {
	return fakehost.Net{HTTP: func(r host.Request) ([]byte, error) {
		req := httptest.NewRequest(r.Method, r.URL, bytes.NewReader(r.Body))
		for name, text := range r.Header {
			req.Header.Set(name, text)
		}
		w := httptest.NewRecorder()
		a.ServeHTTP(w, req)
		if w.Code/100 != 2 {
			return nil, &host.StatusError{Status: w.Code, Body: w.Body.Bytes()}
		}
		return w.Body.Bytes(), nil
	}}
}
