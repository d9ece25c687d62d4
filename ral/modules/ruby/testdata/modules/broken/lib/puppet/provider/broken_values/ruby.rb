Puppet::Type.type(:broken_values).provide(:ruby) do
  desc 'The name of each instance says what is odd about its state.'
  mk_resource_methods

  def exists?
    @property_hash[:ensure] == :present
  end

  def self.instances
    circular = ['a']
    circular << circular
    hash = {}
    hash['self'] = hash
    values = {
      'frozen' => %w[a b].map(&:freeze).freeze, 'circular' => circular, 'circular_hash' => hash, 'bytes' => "caf\xE9 \xFF", 'utf16' => 'x'.encode('UTF-16LE'),
      'nul' => "a\0b", 'escape' => "\e[31mred\e[0m\r\n", 'nan' => Float::NAN, 'infinity' => Float::INFINITY, 'big' => 2**200, 'rational' => 1r / 3,
      'object' => Object.new, 'class' => String, 'proc' => proc {}, 'regexp' => /x/, 'range' => 1..3, 'time' => Time.at(0).utc, 'nil' => nil, 'undef' => :undef,
      'absent' => :absent, 'keys' => { 1 => 'a', nil => 'b', sym: 'c', [1] => 'd' }, 'deep' => 2000.times.inject('x') { |v, _| [v] }, 'long' => 'x' * 3_000_000
    }
    values.map { |name, value| new(name: name, ensure: :present, state: value) }
  end
end
