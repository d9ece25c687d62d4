# frozen_string_literal: true

# Describe reports the description of a type, with its attributes and providers. It does
# not read the host.
module Describe
  BASES = [Puppet::Parameter, Puppet::Property].freeze

  def self.type(name)
    t = Worker.type(name)
    t.providers # their files may add attributes and features
    api = api_of(t)
    {
      'name' => t.name.to_s, 'doc' => doc(t), 'file' => file_of(t), 'api' => !api.nil?,
      'remote' => !t.can_apply_to(:host) || (api && api.feature?('remote_resource')) || false,
      'attributes' => t.allattrs.reject { |a| t.metaparam?(a) || a == :provider }.map { |a| attribute(t, t.attrclass(a), api) },
      'features' => t.features.map { |f| feature(t, f) }, 'splits' => splits?(t),
      'namevars' => t.key_attributes.map(&:to_s), 'relations' => relations(t),
      'self_refresh' => t.self_refresh ? true : false, 'isomorphic' => t.isomorphic?,
      'ensure_needed' => t.needs_ensure_retrieved ? true : false,
      'has' => has(t), 'providers' => providers(t, api)
    }
  end

  def self.api_of(type)
    type.respond_to?(:type_definition) ? type.type_definition : nil
  end

  def self.doc(of)
    raw = of.instance_variable_get(:@doc).to_s
    Wire.text(Puppet::Util::Docs.scrub(raw)).strip
  end

  # splits? reports whether a title is more than the name of a resource.
  def self.splits?(type)
    type.key_attributes.length != 1 || type.title_patterns != [[/(.*)/m, [type.key_attributes]]]
  end

  def self.feature(type, name)
    f = type.provider_feature(name)
    { 'name' => name.to_s, 'doc' => Wire.text(f.docs.to_s).strip, 'methods' => (f.methods || []).map(&:to_s) }
  end

  # own reports whether a method is defined by the class and not by Puppet for all
  # attributes.
  def self.own?(klass, *names)
    names.any? { |name| klass.method_defined?(name) && !BASES.include?(klass.instance_method(name).owner) }
  end

  # whole? reports whether an attribute has code to assign or to return all its values,
  # or is a parameter made of a property.
  def self.whole?(type, klass)
    own?(klass, :value=, :should=, :value, :should) || (klass <= Puppet::Property && type.attrtype(klass.name) == :param)
  end

  def self.attribute(type, klass, api)
    kind = type.attrtype(klass.name)
    options = api ? api.attributes[klass.name] || {} : {}
    values, patterns = allowed(klass)
    checked = !options.empty? && !options[:type].nil?
    {
      'name' => klass.name.to_s, 'kind' => kind == :param ? 'parameter' : 'property', 'doc' => doc(klass),
      'namevar' => type.key_attributes.include?(klass.name), 'required' => klass.required? ? true : false,
      'features' => (klass.required_features || []).flatten.map(&:to_s), 'values' => values,
      'patterns' => checked ? [] : patterns, 'all' => klass.respond_to?(:array_matching) && klass.array_matching == :all,
      'data_type' => options[:type], 'read_only' => options[:behaviour] == :read_only, 'init_only' => options[:behaviour] == :init_only,
      'validates' => checked || own?(klass, :unsafe_validate, :validate),
      'munges' => checked || own?(klass, :unsafe_munge, :munge) || whole?(type, klass),
      'unmunges' => own?(klass, :unsafe_unmunge, :unmunge) && !whole?(type, klass), 'whole' => whole?(type, klass),
      'runs' => kind == :property && own?(klass, :retrieve) && own?(klass, :sync) || nil,
      'compares' => kind == :property && own?(klass, :insync?, :property_matches?),
      'words' => kind == :property && klass.ancestors.take_while { |a| !BASES.include?(a) }.any? { |a| a.is_a?(Class) && a != Puppet::Property::Ensure && (a.method_defined?(:is_to_s, false) || a.method_defined?(:should_to_s, false) || a.method_defined?(:change_to_s, false)) },
      'secret' => secret?(klass, options), 'default' => default(klass), 'added' => type.added.include?(klass.name) || nil
    }.compact
  end

  def self.allowed(klass)
    collection = klass.value_collection
    strings = collection.instance_variable_get(:@strings) || []
    regexes = collection.instance_variable_get(:@regexes) || []
    literals = strings.map do |v|
      { 'name' => v.name.to_s, 'aliases' => v.aliases.map(&:to_s), 'event' => v.event&.to_s, 'drops' => v.invalidate_refreshes ? true : nil,
        'features' => v.required_features && [v.required_features].flatten.map(&:to_s) }.compact
    end
    [literals, regexes.map { |v| { 'source' => Wire.text(v.name.source), 'options' => v.name.options, 'event' => v.event&.to_s }.compact }]
  end

  # default returns {"value": wire} for a constant, {"managed": true} for ensure that is
  # present if anything is managed, {"block": true} for a default that code computes.
  def self.default(klass)
    return nil unless klass.method_defined?(:default)

    from = klass.instance_method(:default).source_location&.first.to_s
    return { 'managed' => true } if from.end_with?('/puppet/property/ensure.rb')
    return { 'block' => true } unless from.end_with?('/puppet/parameter.rb')

    constant = klass.allocate.default
    Wire.plain?(constant) ? { 'value' => Wire.out(constant) } : nil # code alone knows an object
  end

  SECRETS = /(\A|_)(password|passwd|passphrase|secret|token|private_key|api_?key|password_hash|credentials?)(\z|_(hash|content|value)\z)/.freeze

  def self.secret?(klass, options)
    return true if options[:type].to_s.match?(/\bSensitive\b/) || (klass.name.to_s.match?(SECRETS) && allowed(klass).first.empty?)

    klass.method_defined?(:is_sensitive) && klass.instance_method(:is_sensitive).source_location&.first.to_s.end_with?('/puppet/parameter.rb') && klass.allocate.is_sensitive ? true : false
  end

  def self.relations(type)
    %w[require before subscribe notify].to_h do |kind|
      names = []
      type.send("eachauto#{kind}") { |name, _| names << name.to_s }
      [kind, names.uniq]
    end
  end

  # has lists the operations that a type defines.
  def self.has(type)
    own = ->(name) { type.method_defined?(name) && type.instance_method(name).owner != Puppet::Type }
    list = []
    list << 'validate' if type.method_defined?(:validate)
    %i[pre_run_check generate eval_generate refresh flush exists?].each { |name| list << name.to_s if own.call(name) }
    list << 'initialize' if type.instance_method(:initialize).owner != Puppet::Type
    list << 'instances' if type.method(:instances).owner != Puppet::Type.singleton_class
    list
  end

  def self.file_of(type)
    spots = type.instance_methods(false).map { |m| type.instance_method(m).source_location } + type.properties.flat_map { |p| p.instance_methods(false).map { |m| p.instance_method(m).source_location } }
    name = type.name.to_s.split('::').join('/')
    spots.compact.map(&:first).find { |f| f.end_with?("/puppet/type/#{name}.rb") } || Worker.file('type', name) || ''
  end

  def self.providers(type, api)
    return [api_provider(type, api)] if api

    type.providers.map { |name| provider(type, type.provider(name)) }
  end

  def self.api_provider(type, api)
    name = type.name.to_s
    { 'name' => name, 'doc' => '', 'confines' => [], 'features' => [], 'instances' => true, 'prefetch' => false, 'flush' => true,
      'file' => Worker.file('provider', "#{name}/#{name}") || '', 'api' => true, 'remote' => api.feature?('remote_resource') }
  end

  def self.provider(type, klass)
    parent = klass.superclass
    {
      'name' => klass.name.to_s, 'doc' => doc(klass), 'source' => klass.source.to_s,
      'parent' => parent.respond_to?(:resource_type) && parent.respond_to?(:name) && parent != Puppet::Provider && parent.resource_type ? [parent.resource_type.name.to_s, parent.name.to_s] : nil,
      'depth' => klass.ancestors.count { |a| a.is_a?(Class) }, 'features' => klass.features.map(&:to_s).sort,
      'confines' => confines(klass), 'defaults' => clauses(klass, :@defaults), 'not_defaults' => clauses(klass, :@notdefaults),
      'instances' => klass.method(:instances).owner != Puppet::Provider.singleton_class,
      'prefetch' => klass.respond_to?(:prefetch), 'flush' => klass.method_defined?(:flush), 'exists' => klass.method_defined?(:exists?),
      'refresh' => klass.method_defined?(:refresh), 'file' => file_of_provider(type, klass),
      'commands' => (klass.instance_variable_get(:@commands) || {}).map { |n, c| { 'name' => n.to_s, 'path' => c.to_s } }
    }.compact
  end

  def self.file_of_provider(type, klass)
    klass.instance_variable_get(:@provided_at) || Worker.file('provider', "#{type.name}/#{klass.name}") || ''
  end

  def self.confines(klass)
    (klass.confine_collection.instance_variable_get(:@confines) || []).map do |c|
      kind = c.class.to_s.split('::').last.downcase
      raw = c.instance_variable_get(:@values)
      lazy = raw.length == 1 && raw.first.respond_to?(:call)
      { 'kind' => kind, 'name' => (c.name.to_s if c.respond_to?(:name) && c.name), 'binary' => c.for_binary ? true : nil,
        'setting' => (kind == 'variable' && Puppet.settings.valid?(c.name)) || nil, 'lazy' => lazy || nil,
        'values' => lazy ? [] : raw.map { |v| Wire.text(v.to_s) } }.compact
    end
  end

  # clauses returns the conditions under which a provider is the default. Features are
  # tested here, because only Ruby can test them.
  def self.clauses(klass, variable)
    (klass.instance_variable_get(variable) || []).map do |clause|
      clause.map do |fact, values|
        list = [values].flatten
        next { 'feature' => list.join(', '), 'holds' => list.all? { |f| Puppet.features.public_send("#{f}?") } } if fact == :feature

        { 'fact' => fact.to_s, 'values' => list.map { |v| v.is_a?(Regexp) ? { 'source' => v.source, 'options' => v.options } : v.to_s } }
      end
    end
  end
end
