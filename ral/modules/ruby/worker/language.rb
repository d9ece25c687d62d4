# frozen_string_literal: true

require 'puppet_pal'

# Language evaluates the Puppet language: it calls functions, and compiles manifests to
# catalogs, for the node that this host is.
module Language
  @types = {}

  class << self
    attr_reader :late # facts that are resolved on first use, once there is a node
  end

  # call calls a function of Puppet or of a module.
  def self.call(q)
    within(q) do |logs|
      Puppet::Pal.with_script_compiler do |compiler|
        value = compiler.call_function(q['name'], *q['args'].map { |arg| Wire.into(arg) })
        { 'value' => Wire.out(value), 'logs' => logs }
      end
    end
  end

  # compile compiles a manifest to a catalog, a string of JSON. For an invalid manifest
  # it returns the list of errors.
  def self.compile(q)
    within(q) do |logs|
      environment = Puppet.lookup(:current_environment)
      source(environment, Wire.into(q['code']), q['file'])
      node = Puppet.lookup(:pal_current_node)
      node.merge(node.facts.values)
      node.add_server_facts({})
      node.trusted_data = Puppet::Context::TrustedInformation.local(node).to_h
      catalog = Puppet::Parser::Compiler.compile(node).filter(&:virtual?)
      { 'catalog' => Puppet.override(rich_data: true) { Wire.text(catalog.to_json) }, 'logs' => logs }
    rescue Puppet::Error => e
      told, rest = logs.partition { |log| log['level'] == 'err' }
      { 'errors' => [entry('err', e), *told].uniq { |log| log['message'] }, 'logs' => rest }
    end
  end

  # within prepares the node, with the facts of ralsh, and collects the log.
  def self.within(q)
    logs = []
    Puppet::Util::Log.newdestination(Logs.new(logs))
    Puppet::Util::Log.level = :notice
    facts = own.merge(Facts.plain(Wire.into(Worker.ask('facts', 'legacy' => legacy?)['value'])), 'clientcert' => q['node'], 'clientversion' => Puppet.version, 'clientnoop' => false)
    @late = q['late']
    Puppet[:certname] = Puppet[:node_name_value] = q['node']
    Puppet[:hiera_config] = q['hiera'] if q['hiera']
    environment = Worker.environment
    node = Puppet::Node.new(q['node'], environment: environment, facts: Puppet::Node::Facts.new(q['node'], facts))
    loaders = Puppet::Pops::Loaders.new(environment)
    context = {
      environments: environments(q['folder'], environment), current_environment: environment, loaders: loaders,
      pal_env: environment, pal_current_node: node, pal_variables: {}, pal_facts: facts
    }
    Puppet.override(context, 'ralsh') { yield logs }
  end

  # legacy? reports whether the facts include the flat names, as before Puppet 8.
  def self.legacy?
    !Puppet.settings.valid?(:include_legacy_facts) || Puppet[:include_legacy_facts]
  end

  # own returns Puppet's facts about this Ruby and Puppet.
  def self.own
    ruby = { 'version' => RUBY_VERSION, 'platform' => RUBY_PLATFORM, 'sitedir' => RbConfig::CONFIG['sitelibdir'] }
    { 'puppetversion' => Puppet.version, 'facterversion' => Facter.version, 'ruby' => ruby,
      'rubyversion' => RUBY_VERSION, 'rubyplatform' => RUBY_PLATFORM, 'rubysitedir' => ruby['sitedir'] }
  end

  # environments returns the environment. The directory next to the directory of modules
  # may contain its configuration: hiera.yaml.
  def self.environments(folder, environment)
    folder ? Puppet::Environments::StaticDirectory.new(environment.name, folder, environment) : Puppet::Environments::Static.new(environment)
  end

  # source makes a text the manifest of an environment, with the name of its file.
  def self.source(environment, code, file)
    environment.define_singleton_method(:perform_initial_import) do
      model = Puppet::Pops::Parser::EvaluatingParser.singleton.parse_string(code, file)
      Puppet::Parser::AST::Hostclass.new('', code: Puppet::Parser::AST::PopsBridge::Program.new(model, {}))
    end
  end

  # entry is a message of Puppet, with its position in a file if it has a position.
  def self.entry(level, from, source = nil)
    place = %i[file line pos].map { |what| from.public_send(what) if from.respond_to?(what) }
    text = Wire.text(from.message.to_s).sub(/ on node \S+\z/, '')
    { 'level' => level, 'message' => text, 'source' => source, 'file' => place[0], 'line' => place[1], 'column' => place[2] }.compact
  end

  # type returns the placeholder for a type that ralsh has and Puppet lacks, nil if ralsh
  # lacks it, too. The first attribute is the name.
  def self.type(name)
    return @types[name] if @types.key?(name)

    @types[name] = nil # while it is made
    attributes = Worker.ask('type', 'name' => name)['attributes']
    @types[name] = attributes && Puppet::Type.newtype(name.to_sym) do
      attributes.each_with_index do |attribute, i|
        newparam(attribute.to_sym) { isnamevar if i.zero? }
      end
      newparam(:provider)
      define_singleton_method(:title_patterns) { [[/\A(.*)\z/m, [[attributes.first.to_sym]]]] }
    end
  end

  # Logs collects the log of Puppet.
  class Logs
    def initialize(list)
      @list = list
    end

    def add(log)
      @list << Language.entry(log.level.to_s, log, Wire.text(log.source.to_s))
    end
  end

  # Late adds facts to a hash that are resolved on first use.
  module Late
    # on adds them to a hash, which may be a frozen copy.
    def self.on(hash)
      hash.instance_variable_set(:@late, Language.late - hash.keys)
      hash.extend(self)
    end

    def bring(name)
      return unless @late.delete(name)

      found = Facts.value(name)&.first
      store(name, found) unless found.nil?
    end

    %i[[] key? has_key? include? member? fetch dig delete].each do |name|
      define_method(name) do |key, *rest, &block|
        bring(key)
        super(key, *rest, &block)
      end
    end

    %i[each each_pair each_key each_value each_with_object keys values size length count empty? to_a to_h map flat_map select filter reject
       filter_map find any? all? none? reduce inject sort sort_by transform_values transform_keys slice values_at compact merge == eql? hash inspect to_s dup clone].each do |name|
      define_method(name) do |*args, &block|
        @late.dup.each { |fact| bring(fact) }
        super(*args, &block)
      end
    end

    def freeze
      self
    end
  end

  # Scope has the facts in its variables.
  module Scope
    def set_facts(hash, *)
      super
      return unless Language.late

      facts = Late.on(hash.dup)
      [@symtable.instance_variable_get(:@symbols), compiler.qualified_variables].each do |table|
        table.update(hash) { |_, old, _| old }
        table['facts'] = facts
        Late.on(table)
      end
    end
  end

  # Types adds the types of ralsh after the types of Puppet.
  module Types
    def type(name, *)
      super || (Language.type(name.to_s) if Language.late)
    end
  end

  # Paths makes addresses of manifests that have no absolute path, for definitions in them.
  module Paths
    def path_to_uri(path)
      super(path.to_s.start_with?('/') ? path : "/#{path}")
    end
  end

  def self.hang
    Puppet::Util.singleton_class.prepend(Paths)
    Puppet::Parser::Scope.prepend(Scope)
    Puppet::Type.singleton_class.prepend(Types)
    Puppet::Util::Log.newdesttype(:ralsh) do
      match 'Language::Logs'
      def initialize(logs)
        @logs = logs
      end

      def handle(log)
        @logs.add(log)
      end
    end
  end
end
