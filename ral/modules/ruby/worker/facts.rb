# frozen_string_literal: true

# Facts provides the facts of ralsh to Puppet: confines and code of modules see the same
# host as ralsh, and the version of Puppet that runs their code. Facter resolves facts
# that ralsh lacks.
module Facts
  @known = {}
  @failures = {}

  class << self
    attr_accessor :current, # the fact that is being resolved
                  :limit # of the next command, in seconds

    # failed records the first error of a fact, which Facter only logs.
    def failed(name, error)
      @failures[name.to_s] ||= error if name && error.is_a?(Exception)
    end

    # value returns the value of a fact in a list, nil if only Facter has it. The facts
    # of the files that are resolved share the data of the files.
    def value(name)
      name = name.to_s.downcase
      return @known[name] if @known.key?(name)
      return [plain(loaded(name).value)] if @resolving && loaded(name)

      return @known[name] = [Puppet.version] if name == 'puppetversion'

      reply = Worker.ask('fact', 'name' => name)
      @known[name] = reply['known'] ? [plain(Wire.into(reply['value']))] : nil
    end

    # plain converts symbols and keys to strings, as in the output of Facter.
    def plain(value)
      case value
      when Hash then value.to_h { |k, v| [k.to_s, plain(v)] }
      when Array then value.map { |v| plain(v) }
      when Symbol then value.to_s
      else value
      end
    end

    # resolve runs a fact that files of modules define, with Facter's weights and
    # confines. If the fact lacks a value because it failed, resolve raises its error.
    def resolve(request)
      load_files(request['files']) unless @resolving
      value = loaded(request['name'])&.value
      failure = @failures[request['name']]
      raise failure if value.nil? && failure

      { 'value' => Wire.out(plain(value)) }
    end

    def load_files(files)
      @resolving = true
      @known.clear
      Worker.own_settings
      files.each { |file| Kernel.load(file) }
    rescue StandardError => e
      raise @failures.values.first || e # Facter 4 raises a NoMethodError when it logs the error of a definition
    end

    # loaded returns the fact of this name in the files that were loaded.
    def loaded(name)
      LegacyFacter.collection.instance_variable_get(:@facts)[name.to_sym]
    end

    def hang
      require 'facter'
      Facter.singleton_class.prepend(Values)
      return unless defined?(LegacyFacter) # Facter 3

      Facter.singleton_class.prepend(Errors)
      [Facter::Util::Resolution, Facter::Core::Aggregate].each { |kind| kind.prepend(Resolving) }
      Facter::Core::Execution::Base.prepend(Limited)
      Facter::Core::Execution::Popen3.singleton_class.prepend(Programs)
    end
  end

  # Found is a fact of ralsh in the form that Facter.fact of Facter 3 returns.
  Found = Struct.new(:name, :value)

  # Values provides the facts of ralsh through all methods of Facter.
  module Values
    def value(name, *, **)
      known = Facts.value(name)
      return known.first if known

      Language.late ? Language.own[name.to_s] : super
    end

    # fact also returns an object for a fact of a module without a value.
    def fact(name, *, **)
      known = Facts.value(name)
      return super unless known

      defined?(Facter::ResolvedFact) ? Facter::ResolvedFact.new(name.to_s, known.first, :custom) : Found.new(name.to_s, known.first)
    end

    # core_value is Facter's value for the name of a custom fact; ralsh decides which
    # value counts.
    def core_value(*, **)
      nil
    end
  end

  # Errors records errors that Facter logs about the fact that is being resolved: an
  # error of its code, a timeout, or an invalid value.
  module Errors
    def log_exception(error, *, **)
      Facts.failed(Facts.current, error)
      super
    end
  end

  # Resolving notes which fact is being resolved, and the errors of its definition.
  module Resolving
    def value(*)
      outer = Facts.current
      Facts.current = fact.name
      super
    ensure
      Facts.current = outer
    end

    def options(*)
      super
    rescue StandardError => e
      Facts.failed(fact.name, e)
      raise
    end

    def evaluate(*)
      super
    rescue StandardError => e
      Facts.failed(fact.name, e)
      raise
    end
  end

  # Limited records the time limit of a command.
  module Limited
    def execute_command(*args, **)
      Facts.limit = args[3]
      super
    end
  end

  # Programs is how Facter runs commands.
  module Programs
    def popen3e(*command)
      env = command.first.is_a?(Hash) ? command.shift : {}
      answer = Door.run(command.length == 1 ? command.first : command, env: env, timeout: Facts.limit)
      Door::Status.set(answer)
      raise answer.error if answer.error

      yield StringIO.new, StringIO.new(answer.out), StringIO.new(answer.err), nil
    end
  end
end
