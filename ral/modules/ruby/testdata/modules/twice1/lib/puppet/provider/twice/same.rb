Puppet::Type.type(:twice).provide(:same) do
  desc 'The provider that both have, of twice1.'

  def self.instances
    [new(name: 'same1')]
  end

  def exists?
    true
  end

  def only1
    'same'
  end
end
