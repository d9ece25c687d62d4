# frozen_string_literal: true

# Worker answers the requests of ralsh about types and providers in Ruby, with Puppet's
# library. It answers a single request at a time; a request and its answer are JSON, a
# line each.
module Worker
  class << self
    attr_reader :environment, :original_fork_method

    # boot loads the trusted code: Puppet. Code of modules is loaded later, in confined
    # processes.
    def boot
      require 'json'
      require 'tmpdir'
      require 'puppet'
      raise "Puppet #{Puppet.version} is not supported: install Puppet 6 or later" if Puppet.version.to_i < 6

      require 'puppet/provider/parsedfile'
      require 'puppet/provider/package'
      require 'puppet/transaction/resource_harness'
      %i[exists variable feature true false any].each { |kind| Puppet::Confine.test(kind) } # it loads them
      require 'puppet/util/docs'
      require_relative 'wire'
      require_relative 'describe'
      require_relative 'door'
      require_relative 'facts'
      require_relative 'values'
      require_relative 'live'
      require_relative 'language'
      Puppet::Type.singleton_class.prepend(Constants)
      Puppet::Settings.prepend(ReadOnly)
      @original_fork_method = Process.method(:fork)
      settings
      modules
      Puppet::Type.singleton_class.prepend(Additions)
      Facts.hang
      Door.hang
      Language.hang
      Puppet::Util::Log.close_all
      Puppet::Util::Log.newdestination(Language::Logs.new(@said = []))
      Puppet::Util::Log.level = :notice
    end

    def original_fork(&block)
      original_fork_method.call(&block)
    end

    STRICTNESS = %i[strict strict_variables include_legacy_facts].freeze

    def settings
      Puppet.initialize_settings([])
      here = STRICTNESS.select { |name| Puppet.settings.valid?(name) }.to_h { |name| [name, Puppet[name]] }
      Puppet.settings.send(:clear_everything_for_tests)
      dir = Dir.mktmpdir('ralsh')
      Puppet.initialize_settings(%w[conf code var log run lib].flat_map { |name| ["--#{name}dir", File.join(dir, name)] })
      here.each { |name, value| Puppet[name] = value }
      Puppet[:noop] = false
      Puppet[:show_diff] = true
      Puppet[:default_file_terminus] = :file_server # puppet:///modules refers to the modules of this host, as in puppet apply
    end

    # own_settings loads the settings of this machine for facts.
    def own_settings
      Puppet.settings.send(:clear_everything_for_tests)
      Puppet.initialize_settings([])
    end

    def modules
      @environment = Puppet::Node::Environment.create(:production, [])
      list = JSON.parse(File.read(File.join(__dir__, 'modules.json'))).map { |m| Puppet::Module.new(m['name'], m['path'], @environment) }
      @environment.define_singleton_method(:modules) { list }
      @environment.define_singleton_method(:module) { |name| list.find { |m| m.name == name } }
      Puppet.push_context({ environments: Puppet::Environments::Static.new(environment), current_environment: environment }, 'ralsh')
      @libs = environment.modules.map { |m| File.join(m.path, 'lib') }.select { |dir| File.directory?(dir) }
      synced = ENV['RALSH_SYNCED']
      @libs << synced if synced && File.directory?(synced)
      $LOAD_PATH.concat(@libs)
      @places = (@libs + @libs.map { |dir| File.realpath(dir) }).uniq.map { |dir| "#{dir}/" }
    end

    # foreign? reports whether a line of a backtrace belongs to a module. A required file
    # appears with its name without links.
    def foreign?(at)
      @places.any? { |lib| at.start_with?(lib) }
    end

    # file returns the file of a type or provider in the modules or in Puppet, otherwise
    # nil.
    def file(kind, name)
      $LOAD_PATH.map { |dir| File.join(dir.to_s, 'puppet', kind, "#{name}.rb") }.find { |f| File.file?(f) }
    end

    def type(name)
      Puppet::Type.type(name.to_sym) or raise ArgumentError, file('type', name) ? "the file does not define the type #{name}" : "unknown type \"#{name}\""
    end

    # Constants loads a type that code names by its constant: in a run of Puppet the
    # resources of other types have loaded it.
    module Constants
      def const_missing(name)
        type(name.to_s.downcase.to_sym) && const_defined?(name, false) ? const_get(name, false) : super
      end
    end

    # Additions records what files of modules add to types: attributes, and the positions of
    # providers.
    module Additions
      %i[newparam newproperty].each do |how|
        define_method(how) do |name, *args, **options, &block|
          added << name.to_sym if Worker.foreign?(caller(1..1).first)
          super(name, *args, **options, &block)
        end
      end

      def added
        @added ||= []
      end

      # provide records where code defines a provider.
      def provide(name, *args, **options, &block)
        at = caller(1..1).first[/\A(.*?:\d+)/, 1]
        super.tap { |provider| provider.instance_variable_set(:@provided_at, at) }
      end
    end

    # ReadOnly reads Puppet's settings without making the directories that they name. On a
    # host where Puppet never ran, they do not exist and cannot be made here.
    module ReadOnly
      private

      def create_ancestors(*); end
    end

    MESSAGES = 100 # maximum number of messages that a request passes on

    OPS = {
      'hello' => ->(_) { { 'puppet' => Puppet.version, 'ruby' => RUBY_VERSION, 'file' => $LOADED_FEATURES.find { |f| f.end_with?('/puppet/version.rb') } } },
      'describe' => ->(q) { Describe.type(q['type']) },
      'confine' => ->(q) { Live.confine(q) },
      'check' => ->(q) { Values.check(q) },
      'build' => ->(q) { Values.build(q) },
      'titles' => ->(q) { Values.titles(q) },
      'list' => ->(q) { Live.list(q) },
      'prefetch' => ->(q) { Live.prefetch(q) },
      'retrieve' => ->(q) { Live.retrieve(q) },
      'insync' => ->(q) { Live.insync(q) },
      'words' => ->(q) { Values.words(q) },
      'prepare' => ->(q) { Live.prepare(q) },
      'change' => ->(q) { Live.change(q) },
      'flush' => ->(q) { Live.flush(q) },
      'refresh' => ->(q) { Live.refresh(q) },
      'prerun' => ->(q) { Live.prerun(q) },
      'generate' => ->(q) { Live.generate(q) },
      'fact' => ->(q) { Facts.resolve(q) },
      'function' => ->(q) { Language.call(q) },
      'compile' => ->(q) { Language.compile(q) }
    }.freeze

    # answer returns the answer to a request. Exceptions of module code do not end the
    # worker.
    def answer(request)
      @said.clear
      said({ 'id' => request['id'], 'ok' => OPS.fetch(request['op']).call(request) })
    rescue Zygote::Ended, SignalException
      raise
    rescue Exception => e # rubocop:disable Lint/RescueException
      said({ 'id' => request['id'], 'error' => Wire.error(e) })
    ensure
      Door.hang_up
    end

    # said adds the log of the code.
    def said(answer)
      return answer if @said.empty?

      answer.merge('said' => @said.first(MESSAGES).map { |log| log.merge('message' => Live.hushed(log['message'])) })
    end

    # ask sends a request to ralsh during a request. A timeout in the code of a module
    # waits for the reply.
    def ask(what, request)
      reply = Thread.handle_interrupt(Exception => :never) { Zygote.ask({ 'call' => what }.merge(request)) }
      raise IOError, reply['fault'] if reply['fault']

      reply
    end

    # tell sends a part of an answer.
    def tell(part)
      Zygote.tell(part)
    end

    def serve(io)
      Zygote.serve(io) { |request| answer(request) }
    end
  end
end
