package ruby

import (
	"regexp"
	"slices"
	"strings"

	"ralsh/ral/host"
)

// reads matches one statement that reads. What it could still do to data the server
// refuses, because the session is read-only.
var reads = regexp.MustCompile(`(?is)\A\s*(select|show|describe|explain|table|values)\b[^;]*;?\s*\z`)

// writesOut matches what a SELECT of MySQL writes.
var writesOut = regexp.MustCompile(`(?is)\binto\b\s*(outfile|dumpfile|@|\w)|\bfor\s+update\b|\block\s+in\s+share\b`)

// A read-only session keeps data as it is, but lets a function drop a replication slot,
// end a session, write a file, or let the session write. So a statement runs
// on the host only if all that it calls is known to compute. What is in a text is
// taken for a call too: where a text ends depends on settings of the server.

// calls matches a name before an opening parenthesis.
var calls = regexp.MustCompile(`(?s)([^\s()*/+<>=!,'|&%^~:;@?\[\]{}-]+)\s*\(`)

// computes are what may stand before a parenthesis: words of the language, types, and
// functions that compute or look.
var computes = strings.Fields(`
	select from where and or not on as in exists any all some using join lateral union except intersect having by limit offset explain
	when then else case over filter partition values like between is distinct interval row array within group
	char varchar character bpchar numeric decimal bit varbit int integer bigint smallint float double real
	time timestamp timestamptz date datetime binary varbinary signed unsigned
	count sum min max avg every bool_and bool_or array_agg string_agg group_concat json_agg jsonb_agg json_object_agg jsonb_object_agg
	row_number rank dense_rank first_value last_value lag lead unnest generate_series generate_subscripts
	coalesce nullif ifnull isnull if greatest least cast convert concat concat_ws format quote quote_ident quote_literal quote_nullable
	lower upper lcase ucase length char_length character_length octet_length left right lpad rpad trim ltrim rtrim btrim
	substr substring substring_index replace translate position locate instr strpos split_part reverse repeat initcap ascii chr
	hex unhex encode decode md5 sha1 sha2 sha256 password old_password crc32
	regexp_replace regexp_match regexp_matches regexp_split_to_array regexp_split_to_table regexp_instr regexp_substr starts_with find_in_set field elt
	array_to_string string_to_array array_length array_position array_upper array_lower array_append array_cat array_remove cardinality
	to_json to_jsonb row_to_json json_build_object jsonb_build_object json_array_elements jsonb_array_elements json_each jsonb_each
	json_extract json_unquote json_object json_array
	abs round ceil ceiling floor mod power sqrt sign trunc truncate extract date_part date_trunc age now
	current_date current_time current_timestamp unix_timestamp from_unixtime to_char to_date to_number to_timestamp date_format
	version database schema user current_user session_user system_user current_database current_schema current_schemas current_setting
	pg_is_in_recovery pg_postmaster_start_time pg_database_size pg_relation_size pg_total_relation_size pg_table_size pg_tablespace_size
	pg_size_pretty pg_tablespace_location pg_encoding_to_char pg_char_to_encoding format_type pg_typeof
	obj_description col_description shobj_description to_regclass to_regtype to_regproc to_regrole to_regnamespace
	pg_table_is_visible pg_type_is_visible pg_function_is_visible pg_has_role has_database_privilege has_schema_privilege
	has_table_privilege has_sequence_privilege has_column_privilege has_any_column_privilege has_function_privilege
	has_language_privilege has_tablespace_privilege has_type_privilege has_server_privilege
	aclexplode acldefault makeaclitem pg_options_to_table pg_get_userbyid pg_get_expr pg_get_constraintdef pg_get_indexdef
	pg_get_viewdef pg_get_functiondef pg_get_triggerdef pg_get_ruledef pg_get_serial_sequence pg_get_function_arguments
	pg_get_function_identity_arguments pg_get_function_result pg_current_wal_lsn pg_last_wal_receive_lsn pg_last_wal_replay_lsn
	pg_wal_lsn_diff pg_available_extensions pg_available_extension_versions`)

// onlyComputes reports whether all that a statement calls computes.
func onlyComputes(sql string) bool {
	return !slices.ContainsFunc(calls.FindAllStringSubmatch(sql, -1), func(m []string) bool {
		return !slices.Contains(computes, strings.TrimPrefix(strings.ToLower(m[1]), "pg_catalog."))
	})
}

var (
	// versioned matches the ends of what is code for some versions of MySQL only.
	versioned = regexp.MustCompile(`/\*M?!\d*|\*/`)
	// hides matches comments, which could stand between a name and its parenthesis.
	hides = regexp.MustCompile(`--|/\*|\*/`)
	// hidesMySQL matches them where versioned is allowed.
	hidesMySQL = regexp.MustCompile(`--|#|/\*([^!M]|M[^!]|$)|\*/\s*\(`)
	// ordersMySQL matches orders to the client: \! runs a command, \T writes a file, \d
	// changes what separates statements. \G may end the only one.
	ordersMySQL = regexp.MustCompile(`\\([^_%\\'"nrtb0gG]|$)|\\[gG]\s*[^;\s]`)
)

// readOnlyMySQL returns a call of the client whose session is read-only.
func readOnlyMySQL(cmd host.Command) (host.Command, bool) {
	if !harmlessCall(cmd.Args, "uhPSDe", "G", mysqlOptions) || cmd.Stdin != nil {
		return cmd, false
	}
	sql, ok := statement(cmd.Args, "e", "--execute")
	if slices.Contains(cmd.Args, "--version") || slices.Contains(cmd.Args, "-V") {
		return cmd, true
	}
	if !ok || !reads.MatchString(sql) || writesOut.MatchString(sql) || hidesMySQL.MatchString(sql) || ordersMySQL.MatchString(sql) ||
		!onlyComputes(versioned.ReplaceAllString(sql, " ")) {
		return cmd, false
	}
	i := 0
	for i < len(cmd.Args) && strings.HasPrefix(cmd.Args[i], "--") && strings.Contains(cmd.Args[i], "default") {
		i++ // the client wants these first
	}
	cmd.Args = slices.Insert(slices.Clone(cmd.Args), i, "--init-command=SET SESSION TRANSACTION READ ONLY")
	return cmd, true
}

// readOnlyPostgres returns a call of the client whose session is read-only.
func readOnlyPostgres(cmd host.Command) (host.Command, bool) {
	if !harmlessCall(cmd.Args, "cdFhpPRTUv", "oLf", psqlOptions) || cmd.Stdin != nil {
		return cmd, false
	}
	if slices.Contains(cmd.Args, "--version") || slices.Contains(cmd.Args, "-V") || slices.Contains(cmd.Args, "-l") {
		return cmd, true
	}
	sql, ok := statement(cmd.Args, "c", "--command")
	// Options of the connection would be the last word about the session.
	connects := func(a string) bool { return strings.Contains(strings.Replace(a, sql, "", 1), "options") }
	if !ok || !reads.MatchString(sql) || hides.MatchString(sql) || !onlyComputes(sql) || slices.ContainsFunc(cmd.Args, connects) {
		return cmd, false
	}
	cmd.Env = append(slices.Clone(cmd.Env), "PGOPTIONS=-c default_transaction_read_only=on")
	return cmd, true
}

// Long options of the clients that say where to ask and how to print. Others write a
// file or run something first, such as --tee, --init-command and --output.
var (
	mysqlOptions = strings.Fields(`--defaults-file --defaults-extra-file --defaults-group-suffix --no-defaults --login-path --database --host --port --socket
		--user --password --protocol --batch --silent --raw --skip-column-names --table --vertical --xml --html --force --quick --compress --no-auto-rehash
		--ssl --ssl-ca --ssl-cert --ssl-key --ssl-mode --connect-timeout --default-character-set --execute --version`)
	psqlOptions = strings.Fields(`--tuples-only --no-psqlrc --no-align --quiet --command --dbname --port --host --username --field-separator
		--record-separator --no-readline --no-password --expanded --csv --pset --set --variable --echo-errors --list --version`)
)

// harmlessCall reports whether a client has none of the bad short options, and of the
// long ones only these. The letters are of short options that have a value, in the same
// word or in the next.
func harmlessCall(args []string, valued, bad string, long []string) bool {
	for i := 0; i < len(args); i++ {
		a := args[i]
		if name, _, _ := strings.Cut(a, "="); strings.HasPrefix(a, "--") {
			if !slices.Contains(long, name) {
				return false
			}
			continue
		}
		if !strings.HasPrefix(a, "-") {
			continue
		}
		if n := strings.IndexAny(a, bad); n > 0 && !strings.ContainsAny(a[1:n], valued) {
			return false
		}
		if n := strings.IndexAny(a, valued); n == len(a)-1 {
			i++
		}
	}
	return true
}

// statement returns the only statement among the arguments: -NBe SQL, --execute=SQL.
func statement(args []string, short, long string) (string, bool) {
	found := ""
	count := 0
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case strings.HasPrefix(a, long+"="):
			found, count = strings.TrimPrefix(a, long+"="), count+1
		case (a == long || len(a) > 1 && a[0] == '-' && a[1] != '-' && strings.HasSuffix(a, short)) && i+1 < len(args):
			found, count = args[i+1], count+1
			i++
		}
	}
	return found, count == 1
}
