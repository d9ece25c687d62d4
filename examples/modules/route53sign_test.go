package modules_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"ralsh/ral/value"
)

func sha(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// signatureOf returns the signature version 4 of a request, of the headers that it
// names as signed.
func signatureOf(r *http.Request, body []byte, signed []string, region, service, secret string) string {
	query := make([]string, 0, len(r.URL.Query()))
	for k, list := range r.URL.Query() {
		for _, v := range list {
			query = append(query, strings.ReplaceAll(url.QueryEscape(k), "+", "%20")+"\x00="+strings.ReplaceAll(url.QueryEscape(v), "+", "%20"))
		}
	}
	slices.Sort(query) // by name, then by value
	var headers strings.Builder
	for _, name := range signed {
		text := r.Header.Get(name)
		if name == "host" {
			text = r.Host
		}
		fmt.Fprintf(&headers, "%s:%s\n", name, strings.Join(strings.Fields(text), " "))
	}
	request := strings.Join([]string{
		r.Method, r.URL.EscapedPath(), strings.ReplaceAll(strings.Join(query, "&"), "\x00", ""), headers.String(), strings.Join(signed, ";"), sha(body),
	}, "\n")
	at := r.Header.Get("X-Amz-Date")
	scope := []string{at[:8], region, service, "aws4_request"}
	key := []byte("AWS4" + secret)
	for _, part := range append(scope, strings.Join([]string{"AWS4-HMAC-SHA256", at, strings.Join(scope, "/"), sha([]byte(request))}, "\n")) {
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(part))
		key = mac.Sum(nil)
	}
	return hex.EncodeToString(key)
}

// Both signers, the module's and the test server's, give the published signatures of
// AWS's test suite.
func TestRoute53Signature(t *testing.T) {
	const id, secret, at = "AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "20150830T123600Z"
	space := withFile(t, "function/signing/authorization.star", `
load("sigv4.star", "signed")

def _authorization(method, query, headers, body, token):
    keys = {"id": secret("`+id+`"), "secret": secret("`+secret+`"), "token": secret(token) if token else None}
    return signed(keys, "`+at+`", "us-east-1", "service", method, "example.amazonaws.com", "/", query, headers, body)["Authorization"]

function("signing::authorization", _authorization)`).Space
	for name, c := range map[string]struct {
		method  string
		query   []string
		headers []string
		body    string
		token   string
		signed  string
		want    string
	}{
		"get-vanilla":                      {"GET", nil, nil, "", "", "host;x-amz-date", "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"},
		"post-vanilla":                     {"POST", nil, nil, "", "", "host;x-amz-date", "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"},
		"get-vanilla-query-order-key-case": {"GET", []string{"Param2", "value2", "Param1", "value1"}, nil, "", "", "host;x-amz-date", "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"},
		"get-vanilla-query-unreserved": {
			"GET", []string{unreserved, unreserved}, nil, "", "", "host;x-amz-date", "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197",
		},
		"get-vanilla-utf8-query": {"GET", []string{"ሴ", "bar"}, nil, "", "", "host;x-amz-date", "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04"},
		"post-x-www-form-urlencoded": {
			"POST", nil,
			[]string{"Content-Type", "application/x-www-form-urlencoded"},
			"Param1=value1", "", "content-type;host;x-amz-date",
			"ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a",
		},
		"get-header-value-trim": {
			"GET", nil,
			[]string{"My-Header1", " value1", "My-Header2", ` "a   b   c"`},
			"", "", "host;my-header1;my-header2;x-amz-date",
			"acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736",
		},
		"post-sts-header-before": {
			"POST", nil, nil, "", stsToken, "host;x-amz-date;x-amz-security-token", "85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead",
		},
	} {
		t.Run(name, func(t *testing.T) {
			var query, headers []value.Pair
			r := &http.Request{Method: c.method, Host: "example.amazonaws.com", URL: &url.URL{Path: "/"}, Header: http.Header{"X-Amz-Date": {at}}}
			values := url.Values{}
			for i := 0; i < len(c.query); i += 2 {
				query = append(query, value.Pair{Key: value.Str(c.query[i]), Value: value.Str(c.query[i+1])})
				values.Set(c.query[i], c.query[i+1])
			}
			for i := 0; i < len(c.headers); i += 2 {
				headers = append(headers, value.Pair{Key: value.Str(c.headers[i]), Value: value.Str(c.headers[i+1])})
				r.Header.Set(c.headers[i], c.headers[i+1])
			}
			if c.token != "" {
				r.Header.Set("X-Amz-Security-Token", c.token)
			}
			r.URL.RawQuery = values.Encode()
			if got := signatureOf(r, []byte(c.body), strings.Split(c.signed, ";"), "us-east-1", "service", secret); got != c.want {
				t.Errorf("the server: %s", got)
			}
			v, err := space.Call(t.Context(), "signing::authorization", value.Str(c.method), value.MapOf(query...), value.MapOf(headers...), value.Str(c.body), value.Str(c.token))
			want := "AWS4-HMAC-SHA256 Credential=" + id + "/20150830/us-east-1/service/aws4_request, SignedHeaders=" + c.signed + ", Signature=" + c.want
			if err != nil || v.Text() != want {
				t.Errorf("the module: %s, %v\nwant %s", v.Text(), err, want)
			}
		})
	}
}

const stsToken = "AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/" +
	"kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+" +
	"scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA=="

const unreserved = "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
