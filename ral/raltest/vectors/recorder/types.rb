# Random definitions of types with a provider in memory.
class Types
  NAMES = ['widget', 'gadget', 'plain'].freeze

  def initialize(dice)
    @dice = dice
  end

  def make
    names = NAMES.take(1 + @dice.upto(3))
    made = names.map { |n| type(n, names) }
    late(made) if @dice.one_in(5)
    made
  end

  private

  def type(name, names)
    ensured = !@dice.one_in(8)
    attributes = [{ name: 'name', role: 'param', namevar: 'by-name' }]
    attributes.insert(@dice.upto(2), ensure_of) if ensured
    attributes += [color, size, { name: 'partner', role: 'param' }]
    made = { type: name, attributes: attributes, providers: [{ name: provider(name), memory: memory(ensured) }] }
    made[:refresh] = {} unless @dice.one_in(3)
    # A type that refreshes itself has a refresh: without one Puppet breaks with an error of Ruby's.
    made[:self_refresh] = true if made[:refresh] && @dice.one_in(4)
    made[:auto] = autos(names) if @dice.one_in(3)
    made[:pre_run_check] = checks if @dice.one_in(25)
    made
  end

  def provider(name)
    @dice.one_in(2) ? 'mem' : "#{name}mem"
  end

  def ensure_of
    return { name: 'ensure', role: 'ensure' } unless @dice.one_in(6)

    block = { log: 'fresh' }
    block[:provider_call] = 'create' if @dice.one_in(3)
    block[:raise] = { class: @dice.pick(['Puppet::Error', 'RuntimeError']), message: 'not fresh' } if @dice.one_in(6)
    fresh = { value: { kind: 'symbol', value: 'fresh' }, block: block }
    fresh[:event] = 'freshened' if @dice.one_in(2)
    fresh[:invalidate_refreshes] = true if @dice.one_in(2)
    { name: 'ensure', role: 'ensure', defaultvalues: true, newvalues: [fresh] }
  end

  def color
    made = { name: 'color', role: 'property' }
    if @dice.one_in(4)
      red = { value: { kind: 'symbol', value: 'red' } }
      red[:event] = 'reddened' if @dice.one_in(2)
      made[:newvalues] = [red, { kind: 'symbol', value: 'blue' }, { kind: 'regex', value: '^x' }]
    end
    made[:default] = { kind: 'string', value: 'blue' } if @dice.one_in(10)
    made[:insync] = @dice.pick(['always', 'never', 'case_insensitive', 'raise']) if @dice.one_in(15)
    made
  end

  def size
    made = { name: 'size', role: 'property' }
    made[:array_matching] = 'all' if @dice.one_in(3)
    made
  end

  def memory(ensured)
    made = { style: ensured && @dice.one_in(3) ? 'hash' : 'direct' }
    made[:flush] = true unless made[:style] == 'direct' && @dice.one_in(3)
    made[:no_ensure] = true unless ensured
    made[:create_sets] = true if ensured && @dice.one_in(3)
    made[:prefetch_log] = true if made[:style] == 'direct' && @dice.one_in(5)
    made[:post_resource_eval] = true if @dice.one_in(6)
    made
  end

  # One relation of a kind and target type: a second one would replace it. All
  # point the same way, but for a few.
  def autos(names)
    ways = [['require', 'subscribe'], ['before', 'notify']]
    ways << ways.flatten if @dice.one_in(4)
    pairs = @dice.pick(ways).product(names)
    pairs.sample(1 + @dice.upto(2), random: @dice.random).map { |r, n| { relation: r, type: n, from: 'partner' } }
  end

  def checks
    return [] if @dice.one_in(2)

    [{ title: @dice.pick(Catalogs::TITLES), raise: { class: 'Puppet::Error', message: 'not now' } }]
  end

  # Makes a provider suitable only once a creation within the run has brought
  # what it needs: a file or a feature.
  def late(made)
    makers = made.select { |t| t[:providers][0][:memory][:no_ensure].nil? }
    return if makers.empty?

    memory = @dice.pick(makers)[:providers][0][:memory]
    if @dice.one_in(2)
      memory[:touch_on_create] = '<TMP>/ready'
      memory[:touch_title] = @dice.pick(Catalogs::TITLES.take(4)) if @dice.one_in(2)
      confine = { kind: 'exists', value: { kind: 'string', value: '<TMP>/ready' } }
    else
      memory[:feature_on_create] = 'livefeat'
      confine = { kind: 'feature', value: { kind: 'string', value: 'livefeat' } }
    end
    bound = @dice.pick(made)
    if @dice.one_in(2)
      bound[:providers][0][:confine] = [confine]
    else
      bound[:providers] << { name: 'late', memory: bound[:providers][0][:memory].dup, confine: [confine] }
    end
  end
end
