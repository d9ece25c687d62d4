# Values as the cases write them: {kind:, value:}.
module Tagged
  module_function

  def of(value)
    case value
    when nil then { kind: 'nil' }
    when true, false then { kind: 'boolean', value: value }
    when Integer then { kind: 'integer', value: value }
    when Float then { kind: 'float', value: value }
    when Symbol then { kind: 'symbol', value: value.to_s }
    when String then { kind: 'string', value: value }
    when Regexp then { kind: 'regex', value: value.source }
    when Array then { kind: 'array', value: value.map { |v| of(v) } }
    when Hash then { kind: 'hash', value: value.map { |k, v| [of(k), of(v)] } }
    when Puppet::Resource then { kind: 'resource', value: value.ref }
    else raise "no kind for #{value.class}"
    end
  end

  def all(values)
    values.transform_values { |v| of(v) }
  end
end
