# The provider in memory. Of the direct style, exists?, create, destroy, the
# getters and the setters act on the store at once. Of the hash style, what
# instances lists is matched by prefetch, and flush saves.
module Memory
  module_function

  def provide(type, definition, world)
    name = definition[:name].to_s
    memory = definition[:memory]
    properties = type.validproperties - [:ensure]
    type.provide(definition[:name].to_sym) do
      (definition[:confine] || []).each do |c|
        confine c[:kind].to_sym => world.path(c[:value][:value])
      end
      Memory.state(self, name, memory, world)
      Memory.existence(self, memory, properties, world) unless memory[:no_ensure]
      properties.each { |p| Memory.property(self, p, memory, world) }
      Memory.listing(self, name, memory, world)
      Memory.hooks(self, name, memory, world)
    end
  end

  # held is what the provider knows of its resource; keep puts it back.
  def state(provider, name, memory, world)
    if memory[:style] == 'hash'
      provider.send(:define_method, :held) { @property_hash }
      provider.send(:define_method, :keep) { |props| @property_hash = props }
    else
      provider.send(:define_method, :held) { world.of(name)[resource.name] || {} }
      provider.send(:define_method, :keep) { |props| save(props) }
    end
    provider.send(:define_method, :save) do |props|
      world.of(name)[resource.name] = props.reject { |k, v| [:name, :ensure].include?(k) || v == :absent }
    end
    provider.send(:define_method, :remove) { world.of(name).delete(resource.name) }
    provider.send(:define_method, :there?) do
      memory[:style] == 'hash' ? held[:ensure] == :present : world.of(name).key?(resource.name)
    end
  end

  def existence(provider, memory, properties, world)
    provider.send(:define_method, :exists?) do
      world.called('exists?', resource.title)
      there?
    end
    provider.send(:define_method, :create) do
      world.called('create', resource.title)
      given = {}
      properties.each { |p| given[p] = resource.should(p) unless resource.should(p).nil? } if memory[:create_sets]
      keep(held.merge(ensure: :present).merge(given))
      touch = memory[:touch_on_create]
      FileUtils.touch(world.path(touch)) if touch && (memory[:touch_title].nil? || memory[:touch_title] == resource.title)
      world.features << memory[:feature_on_create] if memory[:feature_on_create]
    end
    provider.send(:define_method, :destroy) do
      world.called('destroy', resource.title)
      memory[:style] == 'hash' ? keep(ensure: :absent) : remove
    end
  end

  def property(provider, name, memory, world)
    noted = memory[:style] != 'hash'
    provider.send(:define_method, name) do
      world.called("get #{name}", resource.title) if noted
      held[name].nil? ? :absent : held[name]
    end
    provider.send(:define_method, "#{name}=") do |value|
      world.called("set #{name}", resource.title, Tagged.of(value)) if noted
      keep(held.merge(name => value))
    end
  end

  def listing(provider, name, memory, world)
    provider.define_singleton_method(:instances) do
      world.called('instances', name)
      world.of(name).map { |n, props| new({ name: n, ensure: :present }.merge(props)) }
    end
    return unless memory[:prefetch_log] || memory[:style] == 'hash'

    provider.define_singleton_method(:prefetch) do |resources|
      world.called('prefetch', name, resources.keys)
      next unless memory[:style] == 'hash'

      instances.each do |instance|
        resource = resources[instance.name]
        resource.provider = instance if resource
      end
    end
  end

  def hooks(provider, name, memory, world)
    if memory[:flush]
      provider.send(:define_method, :flush) do
        world.called('flush', resource.title)
        next unless memory[:style] == 'hash'

        there? ? save(held) : remove
      end
    end
    return unless memory[:post_resource_eval]

    provider.define_singleton_method(:post_resource_eval) { world.called('post_resource_eval', name) }
  end
end
