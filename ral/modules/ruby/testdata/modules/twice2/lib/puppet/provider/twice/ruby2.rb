Puppet::Type.type(:twice).provide(:ruby2) do
  desc 'The provider of twice2.'
  defaultfor kernel: 'Linux'
  mk_resource_methods

  def self.instances
    [new(name: 'from2', ensure: :present, only2: 'yes')]
  end

  def exists?
    @property_hash[:ensure] == :present
  end

  def create; end
end
