# frozen_string_literal: true

# Facts makes the facts of ralsh those of Puppet: confines and code of modules see the
# same host as ralsh does, and the version of Puppet that runs their code. A fact that
# ralsh has not is looked for by Facter.
module Facts
  @known = {}
  @own = false

  class << self
    attr_accessor :own # while facts of modules are resolved

    def value(name)
      name = name.to_s.downcase
      return @known[name] if @known.key?(name)

      return @known[name] = [Puppet.version] if name == 'puppetversion'

      reply = Worker.ask('fact', 'name' => name)
      @known[name] = reply['known'] ? [plain(Wire.into(reply['value']))] : nil
    end

    # plain makes texts of what Facter has as texts: keys are strings.
    def plain(value)
      case value
      when Hash then value.to_h { |k, v| [k.to_s, plain(v)] }
      when Array then value.map { |v| plain(v) }
      when Symbol then value.to_s
      else value
      end
    end

    def forget
      @known.clear
    end

    # resolve runs a fact of a module by Facter.
    def resolve(request)
      dirs = $LOAD_PATH.map { |dir| File.join(dir.to_s, 'facter') }.select { |dir| File.directory?(dir) && Worker.foreign?(dir) }
      Facter.search(*dirs)
      { 'value' => Wire.out(Facter.original_value(request['name'])) }
    end

    def hang
      Facter.singleton_class.class_eval do
        alias_method :original_value, :value
        define_method(:value) do |name|
          known = Facts.value(name)
          known ? known.first : original_value(name)
        end
      end
    end
  end
end
