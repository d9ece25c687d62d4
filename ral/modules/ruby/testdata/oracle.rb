# oracle.rb asks living Puppet about its types. It is the other side of the tests of the
# Ruby bridge, so it has nothing of the bridge: only Puppet's own API.
#
#   /usr/bin/ruby oracle.rb types  MODULEPATH [TYPE...]
#   /usr/bin/ruby oracle.rb values MODULEPATH VALUES.JSON [TYPE...]
#   /usr/bin/ruby oracle.rb instances MODULEPATH [TYPE...]
#   /usr/bin/ruby oracle.rb facts  MODULEPATH FACT...
#
# It prints one JSON object:
#
#   types   {"types": {TYPE: {...}}, "bad": {FILE: ERROR}}, see `describe`
#   instances  {"types": {TYPE: [[TITLE, {PROPERTY: VALUE}]...]}}, or what was raised
#   facts   {FACT: VALUE}
#   values  {"types": {TYPE: {"title", "base", "base_error", "attributes": {ATTR: [OUTCOME...]}}}}
#
# base_error is that of a type of which no resource could be made at all. Metaparameters
# are left out. Two runs print the same. The "titles" of a type are what some titles are
# split into.
#
# An outcome is that of a real resource with title, base and this one value. It stands at
# the place of its value: first come those of VALUES.JSON, then the literals of the
# attribute with their aliases, in the order of `types`. It is {"value": V}, {"error":
# CLASS, "message": TEXT}, or {"unmanaged": true} if Puppet left the attribute out, since
# the provider lacks a feature. In `types` too an {"error"} stands where asking failed.
#
# Values are JSON, and {":": TEXT} for a symbol, {"b64": TEXT} for bytes that are not
# UTF-8, {"pattern": TEXT} for a regular expression, {"object": CLASS} for any other
# object.
require 'json'
require 'puppet'
require 'timeout'
require 'tmpdir'

mode, modulepath, *rest = ARGV
state = Dir.mktmpdir('oracle')
at_exit { FileUtils.remove_entry(state) }
Puppet.initialize_settings(['--confdir', "#{state}/conf", '--vardir', "#{state}/var"])
# Puppet adds the fact when it runs.
Facter.add(:puppetversion) { setcode { Puppet.version } }
environment = Puppet::Node::Environment.create(:production, modulepath.split(':'))
Puppet.push_context({ environments: Puppet::Environments::Static.new(environment), current_environment: environment }, 'oracle')
$LOAD_PATH.concat(environment.modules.map { |m| File.join(m.path, 'lib') })
Puppet::Util::Log.level = :crit
# The commands of Puppet define this fact.
Facter.add(:puppetversion) { setcode { Puppet.version } }
$stderr.reopen('/dev/null') unless ENV['ORACLE_DEBUG']

def text(string)
  utf8 = string.dup.force_encoding(Encoding::UTF_8)
  utf8.valid_encoding? ? utf8 : { 'b64' => [string].pack('m0') }
end

def key(value)
  (value.is_a?(String) ? value : value.inspect).dup.force_encoding(Encoding::UTF_8).scrub
end

def out(value, depth = 0)
  case value
  when nil, true, false, Integer then value
  when Float then value.finite? ? value : { 'object' => value.to_s }
  when Symbol then { ':' => text(value.to_s) }
  when String then text(value)
  when Regexp then { 'pattern' => text(value.to_s) }
  when Array then depth > 20 ? { 'object' => 'deep' } : value.map { |v| out(v, depth + 1) }
  when Hash then depth > 20 ? { 'object' => 'deep' } : value.to_h { |k, v| [key(k), out(v, depth + 1)] }
  else { 'object' => value.class.to_s }
  end
end

# Objects in a message have their addresses and all that they know.
def failure(error)
  { 'error' => error.class.to_s, 'message' => text(error.message.to_s.b.gsub(/#<.*>/mn, '#<object>')) }
end

def try
  yield
rescue StandardError, ScriptError => e
  failure(e)
end

# The literal values, each with its aliases; for the attribute provider the providers.
def literals(type, name)
  return type.providers.sort.map { |p| [p.to_s] } if name == :provider

  type.attrclass(name).value_collection.instance_variable_get(:@strings).map { |v| [v.name, *v.aliases].map(&:to_s) }
end

def attribute(type, name)
  klass = type.attrclass(name)
  {
    'kind' => type.attrtype(name).to_s, 'doc' => klass.doc.to_s, 'namevar' => type.key_attributes.include?(name),
    'features' => Array(klass.required_features).map(&:to_s), 'values' => literals(type, name),
    'patterns' => klass.value_collection.instance_variable_get(:@regexes).map { |v| v.name.source },
    'array_matching' => klass.respond_to?(:array_matching) ? klass.array_matching.to_s : nil,
  }
end

def confine(confine)
  kind = confine.class.to_s.split('::').last.downcase
  answer = { 'kind' => kind, 'for_binary' => !!confine.for_binary }
  answer.update('name' => confine.name.to_s, 'setting' => Puppet.settings.valid?(confine.name)) if kind == 'variable'
  answer.merge('values' => try { out(confine.values) }, 'pass' => try { confine.valid? })
end

def provider(type, name)
  klass = type.provider(name)
  {
    'doc' => klass.doc.to_s, 'features' => klass.features.map(&:to_s), 'suitable' => try { klass.suitable? },
    'confines' => klass.confine_collection.instance_variable_get(:@confines).map { |c| confine(c) },
    'defaults' => klass.instance_variable_get(:@defaults).map { |d| out(d) }, 'specificity' => klass.specificity,
    'instances' => klass.method(:instances).owner != Puppet::Provider.singleton_class,
  }
end

def feature(type, name)
  feature = type.provider_feature(name)
  { 'doc' => feature.docs.to_s, 'methods' => feature.methods.to_a.map(&:to_s) }
end

def describe(type)
  {
    'doc' => type.doc.to_s, 'attributes' => attributes(type).to_h { |a| [a, attribute(type, a)] },
    'features' => type.features.to_h { |f| [f, feature(type, f)] },
    'titles' => TITLES.to_h { |title| [title, try { Puppet::Resource.new(type, title).to_hash.to_h { |name, v| [name.to_s, out(v)] } }] },
    'providers' => type.providers.to_h { |p| [p, try { provider(type, p) }] },
    'default' => try { type.defaultprovider&.name&.to_s },
  }
end

def attributes(type)
  type.allattrs - Puppet::Type.metaparams
end

# A title and the least further attributes with which a resource of the type is made.
TITLES = ['/tmp/t', 't', 't.example.com', 't@localhost', '100 t', 't:t', 't/t', 't.t/t.t', 't@t@t', 'INPUT:filter:IPv4', 'host', 'A' * 40].freeze
BASES = [
  {}, { ensure: 'present' }, { ensure: 'absent' }, { path: '/tmp/t' }, { path: '/tmp/t', line: 't' }, { target: 't' }, { command: '/bin/t' },
  { action: 'set', value: 't' }, { path: '/tmp/t', permission: ['user:root:rwx'] }, { path: '/tmp/t', source: 'http://t/t' }, { provider: 'git', ensure: 'present' },
  { query: '/bin/t', regex: 't' }, { primitive: 't:t' }, { primitives: %w[t u] }, { rule: 't' }, { ensure: 'present', path: '/tmp/t' },
  { target: '/tmp/t', content: 't' }, { type: 't' }, { password_hash: 't', database: 't' },
].freeze

def base(type)
  error = nil
  BASES.product(TITLES).each do |attributes, title|
    next unless attributes.keys.all? { |a| type.validattr?(a) }

    type.new(attributes.merge(title: title))
    return [title, attributes, nil]
  rescue StandardError => e
    error ||= e
  end
  ['t', {}, failure(error)]
end

def outcome(type, arguments, name)
  resource = Timeout.timeout(10) { type.new(arguments) }
  parameter = resource.parameter(name)
  parameter ? { 'value' => out(resource[name]) } : { 'unmanaged' => true }
rescue Exception => e # some munges raise what is no StandardError
  raise if e.is_a?(SignalException)

  failure(e)
end

# What puppet resource lists.
def instances(type)
  Timeout.timeout(60) { type.instances.map { |i| i.to_resource } }.map do |r|
    [r.title.to_s, type.properties.to_h { |p| [p.name, out(r[p.name])] }.compact]
  end
rescue Exception => e # a provider may raise what is no StandardError
  failure(e)
end

def copy(value)
  value.is_a?(Hash) && value.key?('b64') ? value['b64'].unpack1('m').force_encoding(Encoding::UTF_8) : Marshal.load(Marshal.dump(value))
end

def values(type, inputs)
  title, base, error = base(type)
  outcomes = attributes(type).to_h do |name|
    all = inputs + literals(type, name).flatten
    [name, all.map { |v| outcome(type, base.merge(title: title, name => copy(v)), name) }]
  end
  { 'title' => title, 'base' => base, 'base_error' => error, 'attributes' => outcomes }
end

if mode == 'facts'
  $stdout.write(JSON.generate(rest.to_h { |name| [name, Facter.value(name)] }))
  exit
end
bad = {}
loaded = Puppet::Type.typeloader.files_to_load(environment).sort.uniq
inputs = mode == 'values' ? JSON.parse(File.read(rest.shift)) : nil
loaded.each do |file|
  next unless rest.empty? || rest.include?(File.basename(file, '.rb'))

  Puppet::Type.type(File.basename(file, '.rb')) || bad[file] = { 'error' => 'none', 'message' => 'it defines no type of its name' }
rescue Exception => e # SystemExit too: a file that ends the process is one that failed
  bad[file] = failure(e)
end
types = {}
Puppet::Type.eachtype { |t| types[t.name] = t if rest.empty? || rest.include?(t.name.to_s) }
answer = types.sort.to_h.transform_values do |t|
  case mode
  when 'values' then values(t, inputs)
  when 'instances' then instances(t)
  else describe(t)
  end
end
$stdout.write(JSON.generate('types' => answer, 'bad' => bad))
