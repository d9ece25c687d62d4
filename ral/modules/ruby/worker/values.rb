# frozen_string_literal: true

# Values validates and munges values with the code of their attribute, and builds
# resources to compute results that depend on several attributes. It does not read the
# host.
module Values
  class << self
    # check validates and munges a value of an attribute of a resource with the given
    # attributes, or unmunges it. A value that only munging rejects is rejected late.
    def check(q)
      param = parameter(q)
      value = Wire.into(q['value'])
      return { 'value' => Wire.out(param.unmunge(value)) } if q['phase'] == 'unmunge'

      refusal { validate(param, value) } || munging(param, value, q)
    end

    def munging(param, value, q)
      answer = nil
      late = refusal { answer = munged(param, value, q) }
      late ? { 'late' => late } : answer
    end

    # refusal returns why a block rejects a value, otherwise nil.
    def refusal
      yield
      nil
    rescue Zygote::Ended
      raise
    rescue StandardError, ScriptError, SystemExit, NoMemoryError => e
      { 'invalid' => Wire.message(e), 'at' => Wire.place(e.backtrace), 'broken' => broken?(e) || nil }.compact
    end

    # broken? reports whether an error is an error in the code, and not a rejected value.
    def broken?(error)
      error = error.cause || error if error.is_a?(Puppet::DevError) # of munge, whatever the code raised
      ![Puppet::Error, ArgumentError, TypeError].any? { |kind| error.is_a?(kind) } && !error.instance_of?(RuntimeError) || error.is_a?(Puppet::DevError)
    end

    # assigned? reports whether an attribute has code to assign or to return its value,
    # as attributes of the Resource API have.
    def assigned?(param)
      Describe.whole?(param.resource.class, param.class)
    end

    def validate(param, value)
      param.validate(value) unless assigned?(param)
    end

    def munged(param, value, q)
      return { 'value' => Wire.out(param.munge(value)) } unless assigned?(param)

      take(param, value)
      { 'value' => Wire.out(result(canonical(param, q))) }
    end

    # result returns the value that an attribute has taken. Of ensure, which is a
    # literal, it is a symbol.
    def result(param)
      return param.value unless param.respond_to?(:rs_value)

      param.name == :ensure ? param.rs_value&.to_sym : param.rs_value
    end

    # canonical returns the attribute in the whole resource, if its provider
    # canonicalizes resources. It returns param for a resource that cannot be built.
    def canonical(param, q)
      return param unless Describe.api_of(Worker.type(q['type']))&.feature?('canonicalize')

      resource(q.merge('attrs' => (q['given'] || {}).merge(q['attr'] => q['value']))).parameter(param.name) || param
    rescue StandardError
      param
    end

    # take assigns a value. A string for an attribute of the Resource API is converted to
    # its data type.
    def take(param, value)
      value = fitting(param.instance_variable_get(:@data_type), value)
      param.value = value
    rescue StandardError => e
      raise unless value.is_a?(String) && param.instance_variable_defined?(:@data_type)

      typed = unpacked(param, value) rescue raise(e)
      param.value = typed
    end

    # fitting returns a value of the Resource API in the form of its data type: a secret
    # is wrapped if the data type requires it, and is a plain value otherwise.
    def fitting(data_type, value)
      return value unless data_type.respond_to?(:instance?)

      sensitive = Puppet::Pops::Types::PSensitiveType::Sensitive
      plain = value.is_a?(sensitive) ? value.unwrap : value
      return value if data_type.instance?(value)

      [plain, sensitive.new(plain)].find { |one| data_type.instance?(one) } || plain
    end

    def unpacked(param, text)
      type = param.instance_variable_get(:@data_type)
      name = "#{param.instance_variable_get(:@type_name)}.#{param.name}"
      Puppet::ResourceApi::DataTypeHandling.mungify(type, text, name, true)
    end

    def parameter(q)
      type = Worker.type(q['type'])
      klass = type.attrclass(q['attr'].to_sym) or raise ArgumentError, "unknown attribute \"#{q['attr']}\""
      klass.new(resource: blank(type, q))
    end

    # blank returns the resource as it is when Puppet evaluates an attribute: with the
    # valid given attributes before it. Defaults come after all of them.
    def blank(type, q)
      key = [type.name, q['title'], q['provider'], q['given']]
      fresh(type, q, key) unless @blank_key == key
      names = @given.keys.take_while { |name| name != q['attr'] }
      fresh(type, q, key) if @filled > names.length
      names.drop(@filled).each { |name| fill(@blank, name, @given[name]) }
      @filled = names.length
      @blank
    end

    # fresh begins with a resource that has a title and a provider.
    def fresh(type, q, key)
      @blank_key = nil
      @blank = type.allocate
      { parameters: {}, original_parameters: {}, title: q['title'].to_s, tags: nil }.each { |name, v| @blank.instance_variable_set("@#{name}", v) }
      @titled = { [type.name, q['title']] => titled(type, q['title'].to_s) } unless @titled&.key?([type.name, q['title']])
      given = @titled.values.first.merge(q['given'] || {})
      @given = (names(type) & given.keys).to_h { |name| [name, given[name]] }
      fill(@blank, 'provider', q['provider']) if q['provider'] && type.providers.include?(q['provider'].to_sym)
      @blank_key, @filled = key, 0
    end

    # names returns the attributes of a type in the order in which they are set.
    def names(type)
      @names ||= {}
      @names[type.name] ||= type.allattrs.reject { |name| name == :provider || type.metaparam?(name) }.map(&:to_s)
    end

    # titled returns the attributes that a title sets.
    def titled(type, title)
      Puppet::Resource.new(type, title).send(:parse_title).to_h { |name, value| [name.to_s, Wire.out(value)] }
    rescue StandardError
      {}
    end

    def fill(resource, name, value)
      parameters = resource.instance_variable_get(:@parameters)
      parameters[name.to_sym] = resource.class.attrclass(name.to_sym).new(resource: resource)
      take(parameters[name.to_sym], Wire.into(value))
    rescue StandardError
      parameters.delete(name.to_sym)
    end

    # resource builds the resource as Puppet does, catalog included.
    def resource(q, catalog = nil)
      type = Worker.type(q['type'])
      attrs = (q['attrs'] || {}).to_h { |name, value| [name.to_sym, Wire.into(value)] }
      attrs[:provider] = q['provider'].to_sym if q['provider'] && type.validattr?(:provider)
      types = data_types(type, attrs.keys)
      attrs.each { |name, v| attrs[name] = fitting(types[name], v) }
      secrets = attrs.select { |_, v| v.is_a?(Puppet::Pops::Types::PSensitiveType::Sensitive) }.keys
      secrets.each { |name| attrs[name] = attrs[name].unwrap }
      typed(type, attrs)
      raw = Puppet::Resource.new(type, q['title'], parameters: attrs)
      raw.sensitive_parameters = secrets if raw.respond_to?(:sensitive_parameters=)
      raw.catalog = catalog if catalog
      type.new(raw)
    end

    # sought builds a resource to find, as puppet resource does: mandatory attributes of
    # the Resource API are not required then.
    def sought(q)
      type = Worker.type(q['type'])
      keys = (q['attrs'] || {}).to_h { |name, value| [name.to_sym, Wire.into(value)] }
      return resource(q) unless Describe.api_of(type) && keys.keys.none? { |name| type.validproperty?(name) }

      type.new(keys.merge(title: q['title']))
    end

    # data_types returns the data types of attributes of the Resource API.
    def data_types(type, names)
      api = Describe.api_of(type) or return {}
      (names & api.attributes.keys).to_h { |name| [name, Puppet::ResourceApi::DataTypeHandling.parse_puppet_type(name, api.attributes[name][:type])] }
    end

    # typed converts the strings of attributes of the Resource API to their data types.
    def typed(type, attrs)
      data_types(type, attrs.keys).each do |name, data_type|
        value = attrs[name]
        next if !value.is_a?(String) || data_type.instance?(value)

        attrs[name] = Puppet::ResourceApi::DataTypeHandling.mungify(data_type, value, "#{type.name}.#{name}", true)
      rescue StandardError
        next
      end
    end

    # build returns the results of a whole resource: its defaults, its relationships, or
    # why it is invalid.
    def build(q)
      built = resource(q)
      given = (q['attrs'] || {}).keys
      out = { 'defaults' => {}, 'relations' => relations(built), 'provider' => built.provider&.class&.name&.to_s }
      built.parameters.each do |name, param|
        next if given.include?(name.to_s) || name == :provider || built.class.key_attributes.include?(name) || built.class.metaparam?(name)

        out['defaults'][name.to_s] = Wire.out(param.default) if param.respond_to?(:default) && Wire.plain?(param.default)
      end
      out
    rescue Zygote::Ended
      raise
    rescue StandardError, ScriptError, SystemExit => e
      message = e.message.to_s.sub(/\AValidation of .*? failed: /m, '')
      { 'invalid' => Wire.text(message)[0, 8192], 'at' => Wire.place(e.backtrace), 'broken' => broken?(e) || nil }.compact
    end

    def relations(resource)
      %w[require before subscribe notify].to_h do |kind|
        found = []
        resource.class.send("eachauto#{kind}") do |type, block|
          list = [resource.instance_eval(&block)].flatten.compact
          list.each { |to| found << (to.respond_to?(:ref) ? [to.type.to_s.downcase, Wire.text(to.title.to_s)] : [type.to_s, Wire.text(to.to_s)]) }
        rescue StandardError
          next
        end
        [kind, found]
      end
    end

    # titles splits a title into the attributes that identify the resource.
    def titles(q)
      parts = Puppet::Resource.new(Worker.type(q['type']), q['title']).send(:parse_title)
      { 'attrs' => parts.map { |name, value| [name.to_s, Wire.out(value)] } }
    end

    # worded returns an attribute of the whole resource, with its defaults: they can
    # affect the text.
    def worded(q)
      key = [q['type'], q['title'], q['provider'], q['given']]
      if @worded_key != key
        @worded_key = key
        @worded = resource(q.merge('attrs' => q['given']))
      end
      @worded.parameter(q['attr'].to_sym) || @worded.newattr(q['attr'].to_sym)
    rescue Puppet::Error, ArgumentError
      parameter(q)
    end

    # words returns Puppet's text for a value, or a change of it.
    def words(q)
      param = worded(q)
      is, should = Wire.into(q['is']), Wire.into(q['should'])
      text = case q['of']
             when 'is' then param.is_to_s(is)
             when 'should' then param.should_to_s(should)
             else param.change_to_s(is, should)
             end
      { 'text' => Wire.text(text.to_s) }
    end
  end
end
