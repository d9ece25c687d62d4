package orders

import (
	"encoding/json"
	"fmt"

	"ralsh/model/order"
	"ralsh/model/wire"
)

// job is an order that was checked, as Check hands it to Run.
type job struct {
	Call      string   `json:"call"`
	Operator  string   `json:"operator"`
	Principal string   `json:"principal"`
	Nonce     string   `json:"nonce"`
	Plan      string   `json:"plan"` // "" for no changes
	Args      []string `json:"args"`
	Env       []string `json:"env,omitempty"`
	Stdin     []byte   `json:"stdin,omitempty"`
	MaxBytes  int64    `json:"max_bytes"`
}

func newJob(call *wire.Call, o *order.Order, plan string) job {
	return job{
		Call: call.Call, Operator: call.Operator, Principal: o.Principal, Nonce: o.Nonce, Plan: plan,
		Args: o.Args, Env: call.Env, Stdin: call.Stdin, MaxBytes: call.MaxBytes,
	}
}

// argv returns the command line for ralsh. ralsh enforces the plan itself, because it has the
// parser of the flags.
func (j *job) argv(program string) []string {
	plan := j.Plan
	if plan == "" {
		plan = "plan"
	}
	return append([]string{program, "--ordered=" + plan}, j.Args...)
}

func readJob(lines *wire.Reader) (job, error) {
	var j job
	line, err := lines.Next()
	if err != nil {
		return j, err
	}
	if err := json.Unmarshal(line, &j); err != nil {
		return j, fmt.Errorf("cannot parse the order: %w", err)
	}
	return j, nil
}
