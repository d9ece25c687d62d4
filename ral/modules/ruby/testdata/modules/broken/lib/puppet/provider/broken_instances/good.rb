Puppet::Type.type(:broken_instances).provide(:good) do
  desc 'Its list is good.'
  defaultfor kernel: 'Linux'
  mk_resource_methods

  def exists?
    @property_hash[:ensure] == :present
  end

  def self.instances
    [new(name: 'good', ensure: :present)]
  end
end
