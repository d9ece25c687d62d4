# The language: templates, iteration, types, regular expressions and numbers.
$nodes = { 'b' => { 'port' => 2, 'tags' => ['x', 'y'] }, 'a' => { 'port' => 1, 'tags' => [] } }
function twice(Integer $n) >> Integer { $n * 2 }
type Small = Struct[{ port => Integer[1, 9], tags => Array[String] }]
$template = @(END)
  <%- | Hash $nodes, Optional[String] $note = undef | -%>
  <% $nodes.each |$name, $node| { -%>
  <%= $name %>:<%= $node['port'] %><%= $node['tags'].empty ? { true => '', default => " ${node['tags'].join('+')}" } %>
  <% } -%>
  <%# nothing -%>
  note=<%= $note %>
  | END
file { '/srv/epp': content => inline_epp($template, { 'nodes' => $nodes, 'note' => 'yes' }) }
file { '/srv/erb': content => inline_template("<%= @nodes.keys.sort.join(',') %> <%= scope['facts']['os']['family'] %>\n") }
$ports = $nodes.map |$name, $node| { twice($node['port']) }
$sum = $ports.reduce |$a, $b| { $a + $b }
$named = $nodes.filter |$name, $node| { $node =~ Small and !$node['tags'].empty }
$parts = 'release-13.2' ? { /^(\w+)-(\d+)\.(\d+)$/ => [$1, Integer($2), Integer($3)], default => [] }
[1, 2, 3, 4].slice(2) |$pair| { file { "/srv/slice-${pair[0]}": content => "${pair}\n" } }
with('w') |$x| { file { "/srv/${x}": content => sprintf("%05.1f|%-4s|%x\n", 3.14159, $x, 255) } }
file { '/srv/values': content => [$sum, $named.keys, $parts, 7 / 2, -7 % 3, 0x1F, 1.5e3, 'a' in ['A'], type($parts), [3, 1, 2].sort, 'abc'[1, -1],
  "${facts['os']['name']} ${facts['os']['release']['major']}", String(255, '%#o'), Timespan('1-02:03:04'), SemVer('1.2.3'), undef =~ NotUndef].map |$v| { "${v}\n" }.join }
