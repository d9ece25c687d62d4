# The hooks of an attribute: the first rule that holds says what happens.
module Rules
  module_function

  def validate(rules, value)
    rules.each do |rule|
      next unless holds?(rule[:if], value)
      return yield(value) if rule[:super]

      World.raise(class: rule[:class] || 'ArgumentError', message: rule[:error].gsub('%s') { value.to_s }) if rule[:error]
      return
    end
  end

  def munge(rules, value)
    rule = rules.find { |r| holds?(r[:if], value) } or return value
    return yield(value) if rule[:super]

    World.raise(rule[:raise]) if rule[:raise]
    return Definition.plain(rule[:return]) if rule[:return]
    return rule[:prefix] + value.to_s if rule[:prefix]

    rule[:call] ? call(rule[:call], value) : value
  end

  def call(name, value)
    value.to_s.send(name).then { |text| value.is_a?(Symbol) ? text.to_sym : text }
  end

  def holds?(condition, value)
    return true if condition.nil?

    condition.all? do |kind, wanted|
      case kind
      when :equals then value == Definition.plain(wanted)
      when :match then value.to_s.match?(Regexp.new(wanted))
      when :kind then Tagged.of(value)[:kind] == wanted
      else raise "no condition is called #{kind}"
      end
    end
  end
end
