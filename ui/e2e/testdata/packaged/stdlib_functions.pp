# stdlib: functions that make texts, lists and hashes.
$base = { 'a' => { 'b' => 1, 'c' => [1, 2] }, 'd' => undef, 'e' => 'x' }
$more = { 'a' => { 'c' => [3], 'f' => true }, 'g' => 1.5 }
$all = deep_merge($base, $more)
file {
  '/srv/pretty.json': content => stdlib::to_json_pretty($all);
  '/srv/all.json': content => stdlib::to_json(delete_undef_values($all));
  '/srv/all.yaml': content => stdlib::to_yaml($all);
  '/srv/all.toml': content => stdlib::to_toml({ 's' => { 'k' => 'v', 'n' => [1, 2] } });
  '/srv/python': content => stdlib::to_python($all);
  '/srv/ruby': content => stdlib::to_ruby($all);
  '/srv/values': content => [
    pick(undef, '', 'picked'), basename('/a/b.c', '.c'), dirname('/a/b'), stdlib::extname('x.tar.gz'),
    join(prefix(['a', 'b'], 'p'), ','), join(suffix(['a'], 's'), ''), join_keys_to_values({ 'x' => [1, 2] }, '=').join(' '),
    union([1, 2], [2, 3]).join, intersection([1, 2], [2, 3]).join, difference([1, 2], [2]).join,
    bool2str(true, 'on', 'off'), str2bool('yes'), num2bool(0), clamp(1, 9, 5), count([1, undef, 2]),
    base64('encode', 'text', 'strict'), swapcase('aB'), squeeze('aab'), shell_join(['a b', 'c']),
    stdlib::crc32('x'), stdlib::sha256('x'), stdlib::start_with('abc', 'ab'), stdlib::end_with('abc', 'bc'),
    stdlib::fqdn_rotate(['a', 'b', 'c'], 'seed').join, fqdn_uuid('example.org'), stdlib::seeded_rand(100, 'seed'),
    enclose_ipv6(['::1']).join, stdlib::ip_in_range('192.0.2.7', '192.0.2.0/24'), to_bytes('4 kB'), range('a', 'c').join,
    any2array('x').join, zip([1, 2], [3, 4]).flatten.join, regexpescape('a.b'), stdlib::xml_encode('<&>'),
    stdlib::shell_escape('a$b'), parsejson('{"k": [1]}')['k'][0], parseyaml('k: v')['k'], pw_hash('secret', 'SHA-512', 'salt'),
  ].map |$v| { "${v}\n" }.join;
}
