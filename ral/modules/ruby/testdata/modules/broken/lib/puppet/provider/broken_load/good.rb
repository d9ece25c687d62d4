Puppet::Type.type(:broken_load).provide(:good) do
  desc 'Its test is fine.'
  confine true: true
  mk_resource_methods

  def exists?
    @property_hash[:ensure] == :present
  end

  def self.instances
    [new(name: 'good', ensure: :present)]
  end
end
