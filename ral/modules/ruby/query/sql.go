package query

import (
	"slices"
	"strings"

	"ralsh/ral/host"
	"ralsh/ral/lazyre"
)

// reads matches a single statement that reads. The server rejects changes of data by the
// statement, because the session is read-only.
var reads = lazyre.New(`(?is)\A\s*(select|show|describe|explain|table|values)\b[^;]*;?\s*\z`)

// writesOut matches the clauses of MySQL's SELECT that write.
var writesOut = lazyre.New(`(?is)\binto\b\s*(outfile|dumpfile|@|\w)|\bfor\s+update\b|\block\s+in\s+share\b`)

// A read-only session protects data, but lets a function drop a replication slot, end a
// session, write a file, or make the session writable. So a statement runs on the host
// only if all its calls are known to only compute. Strings count as calls, too, because
// the end of a string depends on settings of the server.

// calls matches a name before an opening parenthesis.
var calls = lazyre.New(`(?s)([^\s()*/+<>=!,'|&%^~:;@?\[\]{}-]+)\s*\(`)

// computes are the words that may precede a parenthesis: words of the language, types,
// and functions that compute or read.
const computes = `
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
	pg_wal_lsn_diff pg_available_extensions pg_available_extension_versions`

// onlyComputes reports whether all that a statement calls computes.
func onlyComputes(sql string) bool {
	known := strings.Fields(computes)
	return !slices.ContainsFunc(calls.Regexp().FindAllStringSubmatch(sql, -1), func(m []string) bool {
		return !slices.Contains(known, strings.TrimPrefix(strings.ToLower(m[1]), "pg_catalog."))
	})
}

var (
	// versioned matches the ends of code for specific versions of MySQL.
	versioned = lazyre.New(`/\*M?!\d*|\*/`)
	// hides matches comments, which could stand between a name and its parenthesis.
	hides = lazyre.New(`--|/\*|\*/`)
	// hidesMySQL matches them where versioned is allowed.
	hidesMySQL = lazyre.New(`--|#|/\*([^!M]|M[^!]|$)|\*/\s*\(`)
	// ordersMySQL matches commands of the client: \! runs a command, \T writes a file,
	// \d changes the separator of statements. \G may end the statement.
	ordersMySQL = lazyre.New(`\\([^_%\\'"nrtb0gG]|$)|\\[gG]\s*[^;\s]`)
)

// client is the grammar of the calls of a client that count as a query: every argument
// must be known, with its value in a single form. The clients accept more, such as
// several statements, or a file to write.
type client struct {
	flags    string                    // short options without a value, which may be combined
	valued   map[byte]*lazyre.Regexp   // short options with a value: in the next word, or in the same
	long     map[string]*lazyre.Regexp // long options with a value after =
	switches []string                  // long options without a value
	short    byte                      // the option of the statement, whose value is the next word
	execute  string                    // the same, with = before the statement
	names    int                       // the maximum number of plain words, such as the database
	servers  []string                  // options that name a server
}

var (
	plainName  = lazyre.New(`\A[\w$][\w$.-]*\z`)
	plainHost  = lazyre.New(`\A[\w/][\w./:-]*\z`)
	plainPort  = lazyre.New(`\A\d+\z`)
	plainFile  = lazyre.New(`\A/[^\x00]*\z`)
	plainText  = lazyre.New(`(?s)\A.*\z`)
	separator  = lazyre.New(`\A[^-].{0,3}\z|\A\z`)
	assignment = lazyre.New(`\A[a-z_]+(=[\w|,;: -]*)?\z`)

	mysqlClient = client{
		flags: "BsrNtEHXfqCAn", short: 'e', execute: "--execute", names: 1,
		valued: map[byte]*lazyre.Regexp{'u': plainName, 'h': plainHost, 'P': plainPort, 'S': plainFile, 'D': plainName},
		long: map[string]*lazyre.Regexp{
			"--defaults-file": plainFile, "--defaults-extra-file": plainFile, "--defaults-group-suffix": plainName, "--login-path": plainName,
			"--database": plainName, "--host": plainHost, "--port": plainPort, "--socket": plainFile, "--user": plainName, "--password": plainText,
			"--protocol": plainName, "--connect-timeout": plainPort, "--default-character-set": plainName,
		},
		servers:  []string{"-h", "-S", "--host", "--socket"},
		switches: []string{"--no-defaults", "--batch", "--silent", "--raw", "--skip-column-names", "--table", "--vertical", "--xml", "--html", "--force", "--quick", "--compress", "--no-auto-rehash", "--ssl"},
	}
	psqlClient = client{
		flags: "tAXqxnwbeE", short: 'c', execute: "--command", names: 2,
		valued: map[byte]*lazyre.Regexp{'d': plainName, 'h': plainHost, 'p': plainPort, 'U': plainName, 'F': separator, 'R': separator, 'P': assignment, 'v': assignment},
		long: map[string]*lazyre.Regexp{
			"--dbname": plainName, "--host": plainHost, "--port": plainPort, "--username": plainName, "--field-separator": separator, "--record-separator": separator,
			"--pset": assignment, "--set": assignment, "--variable": assignment,
		},
		servers:  []string{"-h", "--host"},
		switches: []string{"--tuples-only", "--no-psqlrc", "--no-align", "--quiet", "--no-readline", "--no-password", "--expanded", "--csv", "--echo-errors"},
	}
)

// statement returns the only statement of a call that follows the grammar.
func (c *client) statement(args []string) (sql string, ok bool) {
	sql, _, ok = c.parse(args)
	return sql, ok
}

// needs returns the needs of a call: the host, if it names a server that is not in
// localServers.
func (c *client) needs(args []string) Need {
	_, servers, _ := c.parse(args)
	if slices.ContainsFunc(servers, func(s string) bool { return !slices.Contains(localServers, s) }) {
		return TheHost
	}
	return Server
}

// parse returns the statement of a call, and the servers that it names.
func (c *client) parse(args []string) (sql string, servers []string, ok bool) {
	statements, names := 0, 0
	value := func(option, v string, allowed *lazyre.Regexp) bool {
		if slices.Contains(c.servers, option) {
			servers = append(servers, v)
		}
		return allowed.MatchString(v)
	}
	for i := 0; i < len(args); i++ {
		a := args[i]
		option, v, isSet := strings.Cut(a, "=")
		next := i+1 < len(args)
		switch {
		case isSet && option == c.execute:
			sql, statements = v, statements+1
		case isSet && c.long[option] != nil:
			if !value(option, v, c.long[option]) {
				return "", servers, false
			}
		case slices.Contains(c.switches, a):
		case len(a) > 1 && a[0] == '-' && strings.Trim(a[1:len(a)-1], c.flags) == "" && a[len(a)-1] == c.short && next:
			i++
			sql, statements = args[i], statements+1
		case len(a) > 1 && a[0] == '-' && strings.Trim(a[1:], c.flags) == "":
		case len(a) == 2 && a[0] == '-' && c.valued[a[1]] != nil && next:
			i++
			if !value(a, args[i], c.valued[a[1]]) {
				return "", servers, false
			}
		case len(a) > 2 && a[0] == '-' && c.valued[a[1]] != nil:
			if !value(a[:2], a[2:], c.valued[a[1]]) {
				return "", servers, false
			}
		default:
			if names++; names > c.names || !plainName.MatchString(a) {
				return "", servers, false
			}
		}
	}
	return sql, servers, statements == 1
}

// asksVersion reports whether a call only prints the version.
func asksVersion(args []string) bool {
	return len(args) == 1 && slices.Contains([]string{"--version", "-V"}, args[0])
}

// readOnlyMySQL returns a call of the client with a read-only session.
func readOnlyMySQL(cmd host.Command) (host.Command, bool) {
	if asksVersion(cmd.Args) {
		return cmd, true
	}
	sql, ok := mysqlClient.statement(cmd.Args)
	code := versioned.ReplaceAllString(sql, " ")
	if !ok || !reads.MatchString(sql) || hidesMySQL.MatchString(sql) || ordersMySQL.MatchString(sql) ||
		writesOut.MatchString(sql) || writesOut.MatchString(code) || !onlyComputes(code) {
		return cmd, false
	}
	i := 0
	for i < len(cmd.Args) && strings.HasPrefix(cmd.Args[i], "--") && strings.Contains(cmd.Args[i], "default") {
		i++ // the client wants these first
	}
	cmd.Args = slices.Insert(slices.Clone(cmd.Args), i, "--init-command=SET SESSION TRANSACTION READ ONLY", "--local-infile=0")
	return cmd, true
}

// readOnlySession makes the session of psql read-only.
const readOnlySession = "PGOPTIONS=-c default_transaction_read_only=on"

// readOnlyPostgres returns a call of the client with a read-only session.
func readOnlyPostgres(cmd host.Command) (host.Command, bool) {
	if asksVersion(cmd.Args) || len(cmd.Args) == 1 && cmd.Args[0] == "-l" {
		return cmd, true
	}
	sql, ok := psqlClient.statement(cmd.Args)
	if !ok || !reads.MatchString(sql) || hides.MatchString(sql) || writesOut.MatchString(sql) || !onlyComputes(sql) {
		return cmd, false
	}
	cmd.Args = append([]string{"-X"}, cmd.Args...)
	cmd.Env = append(slices.Clone(cmd.Env), readOnlySession)
	return cmd, true
}
