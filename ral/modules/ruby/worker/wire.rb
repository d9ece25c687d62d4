# frozen_string_literal: true

# Wire converts values between Ruby and JSON. A value that JSON lacks is a hash with a
# single key: a symbol {":": "present"}, bytes that are not UTF-8 {"b": base64}, a hash
# {"h": [[key, value], ...]}, a secret {"s": value}, a large integer {"i": digits}, a
# special float {"f": "NaN"}, an unsupported value {"t": its text}, and an unreadable
# value {"u": reason}.
module Wire
  DEEPEST = 64
  SAFE = (-(1 << 53)..(1 << 53))

  def self.out(value, depth = 0)
    raise ArgumentError, "a value is nested deeper than #{DEEPEST} levels" if depth > DEEPEST

    case value
    when nil, true, false then value
    when Symbol then { ':' => text(value.to_s) }
    when String then string(value)
    when Integer then SAFE.cover?(value) ? value : { 'i' => value.to_s }
    when Float then value.finite? ? value : { 'f' => value.to_s }
    when Array then value.map { |item| out(item, depth + 1) }
    when Hash then { 'h' => value.map { |k, v| [out(k, depth + 1), out(v, depth + 1)] } }
    when Puppet::Pops::Types::PSensitiveType::Sensitive then { 's' => out(value.unwrap, depth + 1) }
    else { 't' => text(value.to_s) }
    end
  end

  # read returns a value of the host, or {"u": reason} for a value that cannot be
  # converted: only this value is unknown.
  def self.read(value)
    out(value.nil? || value == :undef ? :absent : value)
  rescue StandardError => e
    { 'u' => message(e) }
  end

  # plain? reports whether a value comes back as it went out.
  def self.plain?(value)
    case value
    when nil, true, false, Symbol, String, Numeric, Puppet::Pops::Types::PSensitiveType::Sensitive then true
    when Array then value.all? { |item| plain?(item) }
    when Hash then value.all? { |k, v| plain?(k) && plain?(v) }
    else false
    end
  end

  def self.into(wire)
    case wire
    when Array then wire.map { |item| into(item) }
    when Hash then special(*wire.first)
    when String then +wire
    else wire
    end
  end

  def self.special(kind, value)
    case kind
    when ':' then value.to_sym
    when 'b' then value.unpack1('m').force_encoding('UTF-8')
    when 'h' then value.to_h { |k, v| [into(k), into(v)] }
    when 's' then Puppet::Pops::Types::PSensitiveType::Sensitive.new(into(value))
    when 'i' then Integer(value, 10)
    when 'f' then { 'NaN' => Float::NAN, 'Infinity' => Float::INFINITY, '-Infinity' => -Float::INFINITY }.fetch(value)
    else value
    end
  end

  # text returns a text that JSON can hold.
  def self.text(string)
    utf8 = string.encoding == Encoding::UTF_8 ? string : string.dup.force_encoding(Encoding::UTF_8)
    utf8.valid_encoding? ? utf8 : utf8.scrub
  end

  def self.string(value)
    utf8 = value.encoding == Encoding::UTF_8 ? value : value.dup.force_encoding(Encoding::UTF_8)
    utf8.valid_encoding? ? utf8 : { 'b' => [value].pack('m0') }
  end

  # place returns FILE:LINE of the first line of a backtrace that is a module's.
  def self.place(backtrace)
    line = (backtrace || []).find { |at| Worker.foreign?(at) } || (backtrace || []).find { |at| !at.start_with?(__dir__) }
    line.to_s[/\A(.*?:\d+)/, 1] || ''
  end

  # message returns the text of an error, also if the method of its class fails.
  def self.message(fault)
    return text(fault.message.lines.first.to_s.strip) if fault.is_a?(SyntaxError)

    text(fault.message.to_s)[0, 8192]
  rescue StandardError
    fault.class.name.to_s
  end

  def self.error(fault)
    { 'class' => fault.class.name.to_s, 'message' => message(fault), 'at' => place(fault.backtrace) }
  end
end
