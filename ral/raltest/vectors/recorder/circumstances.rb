# What a random catalog meets: what is there already, what is generated, what
# fails, and how it is run.
module Circumstances
  private

  def store(resources)
    @catalog = (@schedules || []) + @catalog
    @schedules = nil
    kept = {}
    @defined.each { |t| t[:providers].each { |p| kept[p[:name]] ||= {} } }
    resources.each do |r|
      next if @dice.one_in(3)

      name = r[:params]['name'] ? r[:params]['name'][:value] : r[:title]
      sizes = attribute(r, 'size')[:array_matching] ? [[1, 2], [2], 1] : [1, 2, '2']
      props = { color: tag(@dice.pick(['red', 'blue', :red, '5'])), size: tag(@dice.pick(sizes)) }
      props.delete(:color) if @dice.one_in(8)
      type_of(r)[:providers].each { |p| kept[p[:name]][name] = props.dup }
    end
    kept
  end

  # Has the run create a resource that brings what a late provider waits for.
  def bring(resources, store)
    maker = resources.find { |r| type_of(r)[:providers][0][:memory].then { |m| m[:touch_on_create] || m[:feature_on_create] } }
    return unless maker

    memory = type_of(maker)[:providers][0][:memory]
    memory[:touch_title] &&= maker[:title]
    maker[:params].delete('name')
    maker[:params]['ensure'] = tag('present')
    store.each_value { |names| names.delete(maker[:title]) }
  end

  # What some resources generate, before the run or within it.
  def generated(resources)
    [:generate, :eval_generate].each do |hook|
      next unless @dice.one_in(12)

      parent = @dice.pick(resources)
      children = (1..1 + @dice.upto(2)).map do |i|
        params = @dice.one_in(2) ? { 'color' => tag('blue') } : {}
        params['ensure'] = tag('present') if attribute(parent, 'ensure')
        { title: hook == :generate && @dice.one_in(8) ? declared(parent) : "#{hook[0]}#{i}", params: params }
      end
      type_of(parent)[hook] = { parent[:title].to_sym => children.uniq { |c| c[:title] } }
    end
  end

  # A title that another resource may have. Not the parent's own: Puppet would ask
  # it again without end. What eval_generate names is always new: a declared
  # resource that is ready already Puppet looks at twice.
  def declared(parent)
    @dice.pick(Catalogs::TITLES - [parent[:title]])
  end

  FAULTS = ['exists?', 'get color', 'set color', 'set size', 'create', 'destroy', 'flush', 'refresh', 'block:fresh',
            'generate', 'eval_generate'].freeze
  CLASSES = ['Puppet::Error', 'Puppet::Error', 'RuntimeError', 'ArgumentError', 'Puppet::ExecutionFailure'].freeze

  def faults(resources)
    made = resources.select { @dice.one_in(8) }.map do |r|
      { call: @dice.pick(FAULTS), title: r[:title], raise: { class: @dice.pick(CLASSES), message: "boom #{r[:title]}" } }
    end
    if @dice.one_in(15)
      made << { call: @dice.pick(['prefetch', 'instances', 'post_resource_eval', 'refresh', 'flush']),
                raise: { class: @dice.pick(CLASSES), message: 'boom' } }
    end
    made
  end

  def whenever(resources)
    whenever = { op: 'apply', settings: {} }
    whenever[:settings][:noop] = tag(true) if @dice.one_in(8)
    # Of what tags leave out and no provider could manage Puppet says nothing, or that it is not skipped.
    late = @defined.any? { |t| t[:providers].any? { |p| p[:confine] } }
    whenever[:settings][:tags] = tag(some_tags(resources)) if !late && @dice.one_in(6)
    whenever[:settings][:skip_tags] = tag(some_tags(resources)) if @dice.one_in(12)
    return whenever unless @dice.one_in(3)

    whenever[:runs] = 2
    whenever[:run_mode] = 'agent' if @dice.one_in(3)
    whenever[:between] = [edits(resources)]
    whenever
  end

  def some_tags(resources)
    pool = Catalogs::TAGS + @defined.map { |t| t[:type] } + [@dice.pick(resources)[:title], 'C0', 'Class', 'WEB']
    (1..1 + @dice.upto(2)).map { @dice.pick(pool) }.uniq.join(',')
  end

  def edits(resources)
    resources.select { @dice.one_in(3) }.map do |r|
      about = { provider: type_of(r)[:providers][0][:name], name: r[:title] }
      next about.merge(delete: true) if @dice.one_in(3)

      about.merge(prop: @dice.pick(['color', 'size']), value: tag(@dice.pick(['green', 'red', 'blue'])))
    end
  end
end
