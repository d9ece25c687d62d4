# Records what becomes of one random value: validated and munged, compared, shown.
class Values
  SCALARS = [
    'a', 'b', '1', '5', '5.0', 'true', 'false', 'absent', '', 'A', 'x y', "it's", "l1\nl2", '$v', 'b\\s', "tab\t", 'é',
    'yes', 'No', 'on', :a, :b, :absent, :present, :true, :false, :undef, 1, 5, -3, 0, 1.0, 5.0, 0.1, 1e-7, 1e16, true, false
  ].freeze
  KEYS = ['k', 'j', :s, 3].freeze
  LITERALS = [:a, :b, :absent, :true, :false, '5', 'x y', :present, 5, true].freeze
  PATTERNS = [/^\d+$/, /a/, /^.$/, %r{^/}, /^(x|5)/].freeze
  # No error of Puppet's own class: it alone is told without the words "Munging
  # failed", and a hook of ralsh has one kind of error.
  MUNGES = [
    { prefix: 'p-' }, { super: true }, { return: { kind: 'symbol', value: 'made' } },
    { raise: { class: 'RuntimeError', message: 'cannot munge' } }, { raise: { class: 'ArgumentError', message: 'bad' } }
  ].freeze
  VALIDATES = [
    { error: 'not %s' }, { error: 'no', class: 'Puppet::Error' }, { super: true }, {},
    { error: 'broken', class: 'RuntimeError' }
  ].freeze

  def initialize(world)
    @world = world
    world.begin_case({}, [])
  end

  # The area of a case, and the case: given, when, then.
  def record(random)
    @dice = Dice.new(random)
    case @dice.upto(10)
    when 0, 1, 2, 3 then ['values', assigned]
    when 4 then ['boolean', boolean]
    else ['insync', compared]
    end
  end

  private

  def value(depth = 0)
    kind = @dice.upto(10)
    return (0...@dice.upto(4)).map { value(depth + 1) } if kind < 2 && depth < 3
    return (0...@dice.upto(3)).to_h { [@dice.pick(KEYS), value(depth + 1)] } if kind == 2 && depth < 3

    @dice.pick(SCALARS)
  end

  # The resource x of a type with this attribute, and what raises while it is made.
  def built(attribute, assigned)
    definition = { type: 'widget', attributes: [{ name: 'name', role: 'param', namevar: 'by-name' }, attribute] }
    Definition.type(definition, @world)
    parameters = assigned.nil? ? {} : { attribute[:name].to_sym => assigned }
    [Puppet::Resource.new('widget', 'x', parameters: parameters).to_ral, nil]
  rescue Puppet::Error, ArgumentError => e
    [nil, { error: { class: e.class.to_s, message: e.message } }]
  end

  def assigned
    attribute = { name: 'color', role: @dice.pick(['param', 'property']) }
    attribute[:newvalues] = literals(4)
    attribute.delete(:newvalues) if @dice.one_in(5)
    attribute[:array_matching] = 'all' if attribute[:role] == 'property' && @dice.one_in(4)
    attribute[:validate] = rules(VALIDATES) if @dice.one_in(4)
    attribute[:munge] = rules(MUNGES) if @dice.one_in(4)
    attribute[:default] = Tagged.of(@dice.pick([:a, '5', 'zz'])) if @dice.one_in(10)
    given = @dice.one_in(12) && attribute[:default] ? nil : value
    resource, error = built(attribute, given)
    got = error || { value: Tagged.of(resource[:color]), set: !resource.parameter(:color).nil? }
    { given: { type: 'widget', attribute: attribute }, when: assign(given), then: got }
  end

  def assign(given)
    given.nil? ? {} : { assign: Tagged.of(given) }
  end

  # What an attribute may be, no literal twice: Puppet forgets the first one's other names.
  def literals(most)
    (0..@dice.upto(most)).map { allowed }.uniq { |v| (v.key?(:kind) ? v : v[:value])[:value].to_s }
  end

  # A literal or a pattern; a literal may have other names.
  def allowed
    return Tagged.of(@dice.pick(PATTERNS)) if @dice.one_in(3)

    literal = Tagged.of(@dice.pick(LITERALS))
    return literal unless @dice.one_in(4)

    { value: literal, aliases: [Tagged.of(@dice.pick(['other', 'A', '1', :b]))] }
  end

  def rules(outcomes)
    (0..@dice.upto(2)).map do
      rule = @dice.pick(outcomes).dup
      rule[:if] = condition unless @dice.one_in(4)
      rule[:accept] = true if rule.empty? || rule.keys == [:if]
      rule
    end
  end

  def condition
    case @dice.upto(3)
    when 0 then { equals: Tagged.of(@dice.pick(SCALARS)) }
    when 1 then { match: @dice.pick(PATTERNS).source }
    else { kind: @dice.pick(['string', 'symbol', 'integer', 'boolean']) }
    end
  end

  def boolean
    property = @dice.one_in(2)
    attribute = { name: 'force', role: property ? 'property' : 'param', parent: property ? 'boolean-property' : 'boolean-param' }
    attribute[:boolean] = true if !property && @dice.one_in(2)
    words = ['true', 'false', 'yes', 'no', 'TRUE', 'No', :yes, :no, :true, :false, true, false]
    given = @dice.one_in(3) ? value : @dice.pick(words)
    resource, error = built(attribute, given)
    got = error || { value: Tagged.of(resource[:force]) }
    got[:question] = Tagged.of(resource.force?) if resource && attribute[:boolean]
    { given: { type: 'widget', attribute: attribute }, when: assign(given), then: got }
  end

  def compared
    property = { name: 'color' }
    property[:array_matching] = 'all' if @dice.one_in(2)
    property[:newvalues] = literals(3) if @dice.one_in(5)
    should = value
    is = @dice.one_in(3) ? should : value
    resource, error = built(property.merge(role: 'property'), should)
    attribute = resource && resource.parameter(:color)
    whenever, got = question(attribute, should, is)
    { given: { property: property }, when: whenever, then: error || got }
  end

  def question(attribute, should, is)
    case @dice.upto(3)
    when 0
      [{ op: 'insync', should: Tagged.of(should), is: Tagged.of(is) },
       attribute && { insync: Tagged.of(attribute.safe_insync?(is) ? true : false) }]
    when 1
      [{ op: 'change_to_s', should: Tagged.of(should), is: Tagged.of(is) },
       attribute && { text: attribute.change_to_s(is, attribute.should) }]
    else
      [{ op: 'display', should: Tagged.of(should), value: Tagged.of(is) },
       attribute && { is: attribute.is_to_s(is), should: attribute.should_to_s(is) }]
    end
  end
end
