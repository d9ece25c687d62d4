# own_legacy turns a text around; it is a function of the old kind.
Puppet::Parser::Functions.newfunction(:own_legacy, type: :rvalue, arity: 1, doc: 'Turns a text around.') do |args|
  raise Puppet::ParseError, 'own_legacy: needs a text' unless args[0].is_a?(String)

  args[0].reverse
end
