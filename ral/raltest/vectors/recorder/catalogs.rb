require_relative 'circumstances'

# Random catalogs and the definitions of their types.
class Catalogs
  include Circumstances

  TITLES = ('a'..'j').to_a.freeze
  TAGS = ['web', 'db', 'site::app', 'site', 'slow'].freeze
  # Not the list ['all'], on which Puppet breaks with an error of Ruby's.
  AUDITS = (['all', 'color', ['color', 'size'], ['size', 'color']] * 8 + [['all', 'color'], 'nothing']).freeze
  LEVELS = ['debug', 'info', 'warning', 'err', 'verbose', 'notice', 'crit'].freeze
  RELATIONS = ['require', 'before', 'notify', 'subscribe'].freeze

  def initialize(random)
    @dice = Dice.new(random)
    @types = Types.new(@dice)
  end

  # given and when of one case.
  def make
    @defined = @types.make
    resources = (0...2 + @dice.upto(8)).map { |i| { type: @dice.pick(@defined)[:type], title: TITLES[i], params: {} } }
    @catalog = contain(resources)
    @order = @dice.one_in(15) ? nil : order(nil)
    @catalog.each { |d| d[:container] ? metaparameters(d) : parameters(d) }
    relate
    given = { types: @defined, store: store(resources), catalog: @catalog }
    bring(resources, given[:store]) unless @dice.one_in(3)
    generated(resources)
    given[:faults] = faults(resources)
    [given, whenever(resources)]
  end

  private

  def type_of(declaration)
    @defined.find { |t| t[:type] == declaration[:type] }
  end

  def attribute(declaration, name)
    type_of(declaration)[:attributes].find { |a| a[:name] == name }
  end

  def tag(value)
    Tagged.of(value)
  end

  # Puts some of the resources into classes, defined types and stages, each of
  # which comes before what it contains.
  def contain(resources)
    return resources unless @dice.one_in(3)

    containers = []
    containers << { type: 'stage', title: 'main', params: {}, container: true } if @dice.one_in(4)
    (1 + @dice.upto(3)).times do |i|
      type = @dice.pick(['class', 'class', 'site::app'])
      made = { type: type, title: "#{type == 'class' ? 'C' : 'd'}#{i}", params: {}, container: true }
      made[:in] = ref(@dice.pick(containers)) if containers.any? && !@dice.one_in(3)
      containers << made
    end
    resources.each { |r| r[:in] = ref(@dice.pick(containers)) unless @dice.one_in(4) }
    containers + resources
  end

  def ref(declaration)
    Puppet::Resource.new(declaration[:type], declaration[:title]).ref
  end

  def parameters(declaration)
    params = declaration[:params]
    ensured = attribute(declaration, 'ensure')
    if ensured && !@dice.one_in(4)
      params['ensure'] = tag(@dice.pick(['present', 'present', 'absent', ensured[:newvalues] ? 'fresh' : 'present']))
    end
    color = attribute(declaration, 'color')
    params['color'] = tag(@dice.pick(color[:newvalues] ? ['red', 'blue', 'x1'] : ['red', 'blue', "it's", '5', true])) if @dice.one_in(2)
    params['size'] = tag(size(attribute(declaration, 'size'))) if @dice.one_in(3)
    partner(declaration) if @dice.one_in(2)
    params['name'] = tag("n-#{declaration[:title]}") if @dice.one_in(20)
    params['provider'] = tag(@dice.pick(type_of(declaration)[:providers])[:name]) if @dice.one_in(12)
    params['audit'] = tag(@dice.pick(AUDITS)) if @dice.one_in(8)
    params['loglevel'] = tag(@dice.pick(LEVELS)) if @dice.one_in(15)
    params['schedule'] = tag(@dice.pick(['never', 'hourly', 'often'])) if scheduled?
    metaparameters(declaration)
  end

  def size(definition)
    return @dice.pick([1, 2, '2']) unless definition[:array_matching]

    @dice.pick([[1, 2], [2, 1], [1], ['1', '2'], 2, []])
  end

  # Whom the type relates to by itself.
  def partner(declaration)
    auto = type_of(declaration)[:auto]
    others = auto && @order ? others(declaration, auto[0][:relation]) : @catalog
    titles = others.reject { |o| o[:container] }.map { |o| o[:title] } + ['nobody']
    names = titles.sample(1 + @dice.upto(2), random: @dice.random)
    declaration[:params]['partner'] = tag(names.size == 1 ? names[0] : names)
  end

  def metaparameters(declaration)
    params = declaration[:params]
    params['noop'] = tag(@dice.pick([true, false])) if @dice.one_in(10)
    params['tag'] = tag(@dice.pick([@dice.pick(TAGS), [@dice.pick(TAGS), @dice.pick(TAGS)]])) if @dice.one_in(4)
    params['alias'] = tag("al-#{declaration[:title]}") if !declaration[:container] && @dice.one_in(20)
  end

  # An order that no relationship goes against, so that there is no cycle; it is
  # not the catalog's. What a container holds stands right after it. Some catalogs
  # have no such order, and may have cycles.
  def order(container)
    @catalog.select { |d| d[:in] == container }.shuffle(random: @dice.random).flat_map do |d|
      d[:container] ? [d, *order(ref(d))] : [d]
    end
  end

  def relate
    @catalog.each do |d|
      RELATIONS.each do |relation|
        next unless @dice.one_in(6)

        others = @order ? others(d, relation) : @catalog
        next if others.empty?

        refs = others.sample(1 + @dice.upto(2), random: @dice.random).map { |o| target(o) }
        d[:params][relation] = refs.size == 1 && @dice.one_in(2) ? refs[0] : { kind: 'array', value: refs }
      end
    end
    @catalog.sample(random: @dice.random)[:params]['require'] = tag('Widget[nowhere]') if @dice.one_in(80)
  end

  # What a declaration can have this relationship to.
  def others(declaration, relation)
    at = @order.index { |d| d.equal?(declaration) }
    list = ['require', 'subscribe'].include?(relation) ? @order[0...at] : @order[at + 1..]
    list.reject { |o| inside?(o, declaration) || inside?(declaration, o) }
  end

  def inside?(declaration, container)
    return false unless declaration[:in]

    declaration[:in] == ref(container) || inside?(@catalog.find { |d| ref(d) == declaration[:in] }, container)
  end

  # A target is a reference or its text, by title or by alias.
  def target(declaration)
    other = declaration[:params]['alias']
    name = other && @dice.one_in(2) ? "#{declaration[:type].capitalize}[#{other[:value]}]" : ref(declaration)
    { kind: @dice.pick(['resource', 'string']), value: name }
  end

  def scheduled?
    return false unless @dice.one_in(16)

    return true if @catalog.any? { |d| d[:type] == 'schedule' }

    # The schedules come first, so that each resource finds its own.
    @schedules = [['never', 'never'], ['hourly', 'hourly'], ['often', 'daily']].map do |title, period|
      { type: 'schedule', title: title, params: { 'period' => tag(period) } }
    end
    true
  end
end
