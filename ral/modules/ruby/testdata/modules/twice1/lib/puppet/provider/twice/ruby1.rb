Puppet::Type.type(:twice).provide(:ruby1) do
  desc 'The provider of twice1.'
  defaultfor kernel: 'Linux'
  mk_resource_methods

  def self.instances
    [new(name: 'from1', ensure: :present, only1: 'yes')]
  end

  def exists?
    @property_hash[:ensure] == :present
  end

  def create; end
end
