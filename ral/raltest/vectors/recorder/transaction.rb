require 'tmpdir'

# Runs catalogs and records what came of them.
class Transaction
  # Where Puppet's log puts its messages. It knows its destinations by their class.
  class Lines
    attr_reader :all

    def initialize
      @all = []
    end
  end

  Puppet::Util::Log.newdesttype(:lines) do
    match 'Transaction::Lines'
    define_method(:initialize) { |lines| @lines = lines.all }
    define_method(:handle) { |message| @lines << message }
  end

  # Of a case of one run nobody reads the state, and it is not written.
  module Forgetful
    attr_accessor :kept

    def store
      super if kept
    end
  end
  Puppet::Util::Storage.singleton_class.prepend(Forgetful)

  # Puppet 8 words a noop as it words a change. The cases have the words of Puppet 7.
  module Noop
    def noop(event, param, current, audited)
      super
      is, should = param.is_to_s(current), param.should_to_s(param.should)
      event.message = param.format('current_value %s, should be %s (noop)', is, should) + audited.to_s
    end
  end
  Puppet::Transaction::ResourceHarness.prepend(Noop) if Puppet.version.to_i > 7

  COUNTS = [:change_count, :out_of_sync_count].freeze
  FLAGS = [:changed, :out_of_sync, :failed, :failed_to_restart, :restarted, :skipped, :corrective_change].freeze
  HIDDEN = /\A(Whit|Schedule|Stage|Class|Site::\w+)\[/.freeze

  def initialize(world, state)
    @world = world
    Puppet[:statedir] = state
    Puppet[:statefile] = File.join(state, 'state.yaml')
    Puppet[:transactionstorefile] = File.join(state, 'store.yaml')
    Puppet::Util::Log.level = :notice
  end

  # What Puppet does with a case. Edits of the store that cannot be made are
  # taken out of it.
  def record(given, whenever)
    settings(whenever)
    @world.begin_case(store(given), given[:faults] || [])
    Puppet.features.add(:livefeat) { @world.features.include?('livefeat') || nil }
    given[:types].each { |t| Definition.type(t, @world) }
    return run(given) unless whenever[:runs]

    runs = (0...whenever[:runs]).map do |i|
      @world.forget
      then_ = run(given)
      # A run that cannot begin is the only one: the next would be the same.
      if then_[:error]
        [:runs, :between].each { |k| whenever.delete(k) }
        return then_
      end
      edit(whenever[:between][i]) if whenever[:between] && whenever[:between][i]
      then_
    end
    { runs: runs }
  end

  private

  def store(given)
    given[:store].transform_values do |names|
      names.to_h { |n, props| [n.to_s, props.transform_values { |v| Definition.plain(v) }] }
    end
  end

  def settings(whenever)
    mode = (whenever[:run_mode] || 'user').to_sym
    Puppet.settings.preferred_run_mode = mode unless Puppet.settings.preferred_run_mode == mode
    { noop: false, tags: '', skip_tags: '' }.each do |name, usual|
      given = whenever[:settings][name]
      value = given ? given[:value] : usual
      # To set one makes Puppet work out all of them again.
      Puppet[name] = value unless Puppet[name] == value
    end
    Puppet::Util::Storage.kept = whenever[:runs]
    FileUtils.rm_f([Puppet[:statefile], Puppet[:transactionstorefile]])
    Puppet::Util::Storage.clear
  end

  def edit(edits)
    edits.select! do |e|
      names = @world.of(e[:provider])
      if e[:delete]
        names.delete(e[:name])
      else
        (names[e[:name]] ||= {})[e[:prop].to_sym] = Definition.plain(e[:value])
      end
    end
  end

  def run(given)
    lines = Lines.new
    Puppet::Util::Log.close_all
    Puppet::Util::Log.newdestination(lines)
    error = transaction = nil
    begin
      catalog = catalog(given).to_ral
      catalog.define_singleton_method(:create_transaction) { |options| transaction = super(options) }
      catalog.apply
    rescue => e
      error = { class: e.class.to_s, message: e.message }
    end
    outcome(transaction, lines).merge(error ? { error: error } : {})
  end

  def outcome(transaction, lines)
    got = { calls: @world.calls, store: @world.tagged_store, logs: lines.all.map { |l| line(l) } }
    return got unless transaction

    report = transaction.report
    report.finalize_report
    shown = report.resource_statuses.reject { |ref, _| ref.match?(HIDDEN) }
    got.merge(
      report_status: report.status,
      statuses: shown.transform_values { |s| status(s) },
      events: shown.flat_map { |ref, s| s.events.map { |e| event(ref, e) } }
    )
  end

  def line(log)
    { level: log.level.to_s, source: log.source.to_s, message: log.message.to_s }
  end

  def status(status)
    FLAGS.to_h { |f| [f, !!status.send(f)] }.merge(COUNTS.to_h { |c| [c, status.send(c) || 0] })
  end

  def event(ref, event)
    got = {
      resource: ref, name: event.name.to_s, property: event.property.to_s, status: event.status,
      message: event.message, previous: Tagged.of(event.previous_value), desired: Tagged.of(event.desired_value),
      audited: !!event.audited
    }
    got[:historical] = Tagged.of(event.historical_value) unless event.historical_value.nil?
    got[:corrective_change] = true if event.corrective_change
    got[:invalidate_refreshes] = true if event.invalidate_refreshes
    got
  end

  def catalog(given)
    catalog = Puppet::Resource::Catalog.new('living', Puppet::Node::Environment.create(:production, []))
    made = given[:catalog].to_h do |d|
      resource = Puppet::Resource.new(d[:type], d[:title], parameters: parameters(d))
      resource.kind = kind(d)
      catalog.add_resource(resource)
      [resource.ref, resource]
    end
    given[:catalog].each do |d|
      next unless d[:in]

      member = made.fetch(Puppet::Resource.new(d[:type], d[:title]).ref)
      catalog.add_edge(made.fetch(d[:in]), member)
    end
    catalog
  end

  def kind(declaration)
    return 'compilable_type' if declaration[:type] == 'stage' || !declaration[:container]

    declaration[:type] == 'class' ? 'class' : 'defined_type'
  end

  def parameters(declaration)
    declaration[:params].to_h { |name, v| [name.to_sym, reference(v)] }
  end

  def reference(tagged)
    case tagged[:kind]
    when 'resource' then Puppet::Resource.new(nil, tagged[:value])
    when 'array' then tagged[:value].map { |v| reference(v) }
    else Definition.plain(tagged)
    end
  end
end
