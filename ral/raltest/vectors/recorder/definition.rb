# Makes Puppet types of definitions.
module Definition
  module_function

  # Defines the type, in place of one of the same name.
  def type(definition, world)
    name = definition[:type].to_sym
    forget(name)
    type = Puppet::Type.newtype(name, self_refresh: definition[:self_refresh]) do
      definition[:attributes].each { |a| Definition.attribute(self, a, world) }
      (definition[:auto] || []).each { |auto| Definition.auto(self, auto) }
    end
    hooks(type, definition, world)
    (definition[:providers] || []).each { |p| Memory.provide(type, p, world) }
    type
  end

  def forget(name)
    @defined ||= []
    if @defined.include?(name)
      Puppet::Type.rmtype(name)
      Puppet::Type.provider_hash_by_type(name).clear
    end
    @defined |= [name]
  end

  def attribute(type, attribute, world)
    body = proc do
      (attribute[:newvalues] || []).each { |v| Definition.value(self, v, world) }
      defaultto(Definition.plain(attribute[:default])) if attribute[:default]
      Definition.rules(self, attribute)
      if attribute[:insync]
        define_method(:insync?) { |is| Definition.insync(attribute[:insync], is, should) }
      end
    end
    name = attribute[:name].to_sym
    case attribute[:role]
    when 'ensure'
      attribute[:defaultvalues] ? type.ensurable { defaultvalues; class_exec(&body) } : type.ensurable
    when 'param' then type.newparam(name, parameter_options(attribute), &body)
    else type.newproperty(name, property_options(attribute), &body)
    end
  end

  def parameter_options(attribute)
    options = { boolean: attribute[:boolean] || false }
    options[:parent] = Puppet::Parameter::Boolean if attribute[:parent] == 'boolean-param'
    options
  end

  def property_options(attribute)
    options = {}
    options[:array_matching] = :all if attribute[:array_matching] == 'all'
    options[:parent] = Puppet::Property::Boolean if attribute[:parent] == 'boolean-property'
    options
  end

  def insync(name, is, should)
    case name
    when 'always' then true
    when 'never' then false
    when 'case_insensitive' then is.to_s.casecmp?(should.to_s)
    when 'raise' then raise Puppet::Error, 'insync failed'
    end
  end

  # A value is a literal or a pattern, alone or with options.
  def value(attribute, value, world)
    plain = plain(value.key?(:kind) ? value : value[:value])
    options = value.key?(:kind) ? {} : value.slice(:event, :invalidate_refreshes)
    options[:event] = options[:event].to_sym if options[:event]
    block = value[:block]
    body = block && proc do
      world.called("block:#{block[:log]}", resource.title)
      World.raise(block[:raise]) if block[:raise]
      provider.send(block[:provider_call]) if block[:provider_call]
    end
    # A parameter knows newvalues alone.
    attribute.respond_to?(:newvalue) ? attribute.newvalue(plain, options, &body) : attribute.newvalues(plain)
    (value[:aliases] || []).each { |a| attribute.aliasvalue(plain(a), plain.to_s) }
  end

  def rules(attribute, definition)
    validate, munge = definition[:validate], definition[:munge]
    attribute.validate { |v| Rules.validate(validate, v) { |w| method(:unsafe_validate).super_method.call(w) } } if validate
    attribute.munge { |v| Rules.munge(munge, v) { |w| method(:unsafe_munge).super_method.call(w) } } if munge
  end

  def plain(tagged)
    case tagged[:kind]
    when 'symbol' then tagged[:value].to_sym
    when 'regex' then Regexp.new(tagged[:value])
    when 'array' then tagged[:value].map { |v| plain(v) }
    else tagged[:value]
    end
  end

  def auto(type, auto)
    type.send("auto#{auto[:relation]}", auto[:type].to_sym) { self[auto[:from].to_sym] }
  end

  def hooks(type, definition, world)
    type.send(:define_method, :refresh) { world.called('refresh', title) } if definition[:refresh]
    if definition[:pre_run_check]
      type.send(:define_method, :pre_run_check) do
        world.calls << ['pre_run_check', title]
        failing = definition[:pre_run_check].find { |f| f[:title] == title }
        World.raise(failing[:raise]) if failing
      end
    end
    [:generate, :eval_generate].each do |hook|
      next unless definition[hook]

      type.send(:define_method, hook) do
        world.called(hook.to_s, title)
        (definition[hook][title.to_sym] || []).map do |d|
          params = d[:params].to_h { |k, v| [k.to_sym, Definition.plain(v)] }
          Puppet::Type.type(definition[:type].to_sym).new({ title: d[:title] }.merge(params))
        end
      end
    end
  end
end
