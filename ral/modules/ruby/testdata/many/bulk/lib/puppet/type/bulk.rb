# A type with many instances, and a value that code checks.
Puppet::Type.newtype(:bulk) do
  @doc = 'One of many.'

  ensurable

  newparam(:name, namevar: true) do
    desc 'The name.'
  end

  newproperty(:size) do
    desc 'The size.'
    validate { |value| raise ArgumentError, "#{value.inspect} is no size" unless value.to_s.match?(/\A\d+\z/) }
    munge { |value| Integer(value, 10) }
  end

  newproperty(:owner) do
    desc 'Whose it is.'
  end
end
