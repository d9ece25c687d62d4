# frozen_string_literal: true

# Live reads and changes the host with the code of providers. A process holds the
# resources of a run for a provider, as Puppet's transaction does.
module Live
  ROWS = 500
  SHORTEST = 4 # minimum length of a secret that can be distinguished from other text
  BASES = [Puppet::Property, Puppet::Property::Ensure].freeze # classes that read a property
  @built = {}
  @read = {}
  @prefetched = {}
  @wanted = {} # the desired values of each resource before anything was read

  class << self
    # confine tests a confine of a provider that only Ruby can test.
    def confine(q)
      klass = Worker.type(q['type']).provider(q['provider'].to_sym) or raise ArgumentError, "unknown provider \"#{q['provider']}\""
      c = klass.confine_collection.instance_variable_get(:@confines)[q['index']]
      values = c.values
      got = case c
            when Puppet::Confine::Variable then [c.send(:test_value).to_s]
            when Puppet::Confine::Feature then values.map { |v| c.pass?(v) ? 'available' : 'missing' }
            else values.map { |v| v ? 'true' : 'false' }
            end
      { 'pass' => c.valid? ? true : false, 'got' => got.map { |text| Wire.text(text) } }
    end

    # list sends the instances of a provider, in rows of a name, its keys and its
    # properties.
    def list(q)
      type = Worker.type(q['type'])
      count = 0
      plain = Hash.new { |known, klass| known[klass] = plain?(type, klass) }
      instances(type, q['provider']).each_slice(ROWS) do |slice|
        rows = slice.map { |instance| plain[instance.class] ? row(type, instance) : whole(type, resource_of(type, instance)) }
        count += rows.length
        Worker.tell('id' => q['id'], 'rows' => rows)
      end
      { 'count' => count }
    end

    def instances(type, provider)
      return type.instances if Describe.api_of(type) || provider == 'type'

      type.provider(provider.to_sym).instances
    end

    # plain? reports whether all properties are values in the hash of a provider of this
    # class.
    def plain?(type, klass)
      klass < Puppet::Provider && type.properties.all? do |property|
        BASES.include?(property.instance_method(:retrieve).owner) && plain_getter?(klass, property.name)
      end
    end

    # row reads an instance that is plain. Any other is read as Puppet does.
    def row(type, instance)
      held = instance.instance_variable_get(:@property_hash) || {}
      values = {}
      type.properties.each { |property| values[property.name.to_s] = Wire.read(held[property.name]) if held.key?(property.name) }
      values['ensure'] ||= { ':' => 'present' } if type.validproperty?(:ensure)
      { 'n' => Wire.text(title_of(instance).to_s), 'v' => values }
    end

    def resource_of(type, instance)
      instance.is_a?(Puppet::Type) ? instance : type.new(name: instance.name, provider: instance, title: title_of(instance))
    end

    def title_of(instance)
      instance.respond_to?(:title) ? instance.title : instance.name
    end

    # plain_getter? reports whether a property is read from the hash of the provider.
    def plain_getter?(klass, name)
      return name == :ensure unless klass.method_defined?(name)

      klass.instance_method(name).source_location&.first.to_s.end_with?('/puppet/provider.rb', '/puppet/provider/parsedfile.rb')
    end

    def whole(type, resource)
      add_properties(type, resource)
      values = retrieved(resource)
      keys = type.key_attributes.length > 1 ? type.key_attributes.to_h { |k| [k.to_s, Wire.out(resource[k] || values[k])] } : nil
      { 'n' => Wire.text(resource.title.to_s), 'v' => wired(type, values), 'k' => keys }.compact
    end

    # wired converts the current values, and omits values that are not properties.
    def wired(type, values)
      api = Describe.api_of(type)
      values.each_with_object({}) do |(name, value), out|
        next unless type.validproperty?(name) || (api && api.attributes[name] && api.attributes[name][:behaviour] == :read_only)

        out[name.to_s] = Wire.read(value)
      end
    end

    def add_properties(type, resource)
      return if Describe.api_of(type)

      type.properties.each do |property|
        next unless !resource.provider.is_a?(Puppet::Provider) || resource.provider.class.supports_parameter?(property)

        resource.newattr(property.name) unless resource.property(property.name)
      end
    end

    # retrieved reads all properties. The code of an ensure may read the desired state
    # and expects a list (vcsrepo).
    def retrieved(resource)
      wanted = resource.property(:ensure)
      wanted.instance_variable_set(:@should, []) if wanted && !wanted.instance_variable_defined?(:@should)
      resource.retrieve_resource.to_hash
    end

    def ref(q)
      "#{q['type']}[#{q['title']}]"
    end

    # built returns the resource of this run, made once.
    def built(q)
      @catalog ||= Puppet::Resource::Catalog.new('ralsh', Worker.environment)
      @secret = (@secret || []) | (q['secrets'] || []).map(&:to_sym)
      @built[ref(q)] ||= Values.resource(q, @catalog).tap do |resource|
        @wanted[ref(q)] = wants(resource)
        @catalog.add_resource(resource)
      rescue Puppet::Resource::Catalog::DuplicateResourceError
        nil
      end
    end

    # hushed returns a text without the secrets of the providers. Only the code knows the
    # secrets that it read.
    def hushed(text)
      return text unless @secret

      kept = @built.each_value.map do |resource|
        resource.provider.is_a?(Puppet::Provider) ? resource.provider.instance_variable_get(:@property_hash) || {} : {}
      end
      held = (kept + @read.values).flat_map { |values| values.values_at(*@secret) }
      held.flatten.map { |v| (v.respond_to?(:unwrap) ? v.unwrap : v).to_s }.select { |v| v.length >= SHORTEST }.uniq.sort_by { |v| -v.length }
          .reduce(text) { |said, secret| said.gsub(secret, '[redacted]') }
    end

    # prefetch lets the provider read once for all its resources.
    def prefetch(q)
      all = q['resources'].map { |one| built(one.merge('type' => q['type'])) }
      all.each { |r| @prefetched[r.ref] = true }
      klass = all.first&.provider&.class
      klass.prefetch(all.to_h { |r| [r.name, r] }) if klass.respond_to?(:prefetch)
      {}
    end

    # retrieve reads a resource: the desired properties, or all.
    def retrieve(q)
      resource = ready(q)
      subject = q['wanted'] ? resource : Values.sought(q).tap { |copy| lend(resource, copy) }
      names = (q['wanted'] || []).map(&:to_sym)
      names.each { |name| subject.newattr(name) unless subject.property(name) || !subject.class.validproperty?(name) || Describe.api_of(subject.class) }
      add_properties(subject.class, subject) unless q['wanted']
      wanted = subject.equal?(resource) ? @wanted[ref(q)] : wants(subject)
      values = retrieved(subject)
      @read[ref(q)] = values
      present = resource.present?(values) ? true : false
      out = wired(subject.class, values)
      out.update(besides(q, resource)) { |_, declared, _| declared } if present && removes?(subject)
      { 'values' => out, 'present' => present, 'wants' => changed(subject, wanted) }
    end

    def removes?(resource)
      %i[absent purged].include?(resource.property(:ensure)&.should)
    end

    # besides reads the undeclared properties that a removal of the resource removes, so
    # that an undo can declare them. It reads a copy, and a property that fails is
    # unknown: Puppet reads only the declared properties.
    def besides(q, resource)
      return {} if (q['besides'] || []).empty? || Describe.api_of(resource.class)

      copy = Values.resource(q)
      lend(resource, copy)
      q['besides'].to_h do |name|
        property = copy.property(name.to_sym) || copy.newattr(name.to_sym)
        [name, Wire.read(property.retrieve)]
      rescue StandardError => e
        [name, { 'u' => Wire.message(e) }]
      end
    end

    # wants returns the desired values of a resource.
    def wants(resource)
      resource.properties.to_h { |property| [property.name.to_s, property.instance_variable_get(:@should).dup] }
    end

    # changed returns the desired values that the code set while it read: Puppet uses
    # these.
    def changed(resource, wanted)
      wants(resource).each_with_object({}) do |(name, values), out|
        next if values.nil? || values.empty? || values == wanted[name]

        out[name] = Wire.out(values.length == 1 ? values.first : values)
      end
    end

    # ready returns the resource after its provider has prefetched.
    def ready(q)
      resource = built(q)
      klass = resource.provider.class
      if !@prefetched[resource.ref] && resource.provider && klass.respond_to?(:prefetch)
        prefetched(klass, resource, q)
      end
      @prefetched[resource.ref] = true
      resource
    end

    # prefetched lets the provider read for a single resource. If the provider needs more
    # than the name, which is all that is declared, the resource is searched in all
    # instances, as puppet resource does.
    def prefetched(klass, resource, q)
      klass.prefetch({ resource.name => resource })
    rescue StandardError
      raise unless (q['attrs'] || {}).empty? && klass.respond_to?(:instances)

      found = klass.instances.find { |one| one.name.to_s == resource.name.to_s } or return
      resource.provider = found
      found.resource = resource
    end

    # lend gives a copy of a resource the provider that has prefetched.
    def lend(from, copy)
      return unless from.provider.is_a?(Puppet::Provider)

      copy.provider = from.provider.class.new(from.provider.instance_variable_get(:@property_hash).dup || {})
      copy.provider.resource = copy
    end

    # current returns the current values of the declared properties: as in Puppet, other
    # properties are not read.
    def current(q)
      @read[ref(q)] || retrieve(q.merge('wanted' => [])).then { @read[ref(q)] }
    end

    def insync(q)
      resource = ready(q)
      property = resource.property(q['attr'].to_sym) or return { 'insync' => true }
      { 'insync' => property.safe_insync?(current(q)[q['attr'].to_sym]) ? true : false }
    end

    # changing runs a block as a change: a plan records its commands.
    def changing
      Door.phase = 'change'
      Door.unsure = false
      Door.drain
      yield
      { 'notes' => Door.drain }
    ensure
      Door.phase = 'look'
    end

    # prepare reads the data that a change needs, so that the change only changes.
    def prepare(q)
      ready(q)
      current(q)
      {}
    end

    def change(q)
      resource = ready(q)
      current(q)
      property = resource.property(q['attr'].to_sym) or raise ArgumentError, "unknown property \"#{q['attr']}\" of #{ref(q)}"
      changing { property.sync }
    end

    def flush(q)
      resource = ready(q)
      changing { resource.flush if resource.respond_to?(:flush) }
    end

    def refresh(q)
      resource = ready(q)
      changing { resource.refresh if resource.respond_to?(:refresh) }
    end

    # generate returns the resources that a resource generates, as the last phase left
    # them.
    def generate(q)
      (q['peers'] || []).each do |peer|
        built(peer)
      rescue Puppet::Error, ArgumentError
        next
      end
      resource = built(q)
      made = {}
      q['phases'].each do |phase|
        [resource.public_send(phase)].flatten.compact.each do |one|
          one = one.to_ral if one.is_a?(Puppet::Resource)
          made[one.ref] = one
          @catalog.add_resource(one) unless @catalog.resource(one.ref)
        end
      end
      { 'resources' => made.values.map { |one| declared(one) } }
    end

    def prerun(q)
      built(q).pre_run_check
      {}
    end

    # raw returns the value of an attribute as it was given.
    def raw(param)
      given = param.instance_variable_get(:@shouldorig)
      return given.length == 1 ? given.first : given if given.is_a?(Array)

      param.value
    end

    def declared(resource)
      attrs = resource.parameters.reject { |name, _| name == :provider || name == resource.class.key_attributes.first }
      { 'type' => resource.type.to_s.downcase, 'title' => resource.title.to_s,
        'attrs' => attrs.map { |name, p| [name.to_s, Wire.out(raw(p))] } }
    end
  end
end
