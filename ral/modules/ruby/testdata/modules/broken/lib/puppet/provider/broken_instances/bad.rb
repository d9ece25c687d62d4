Puppet::Type.type(:broken_instances).provide(:bad) do
  desc 'Its list is bad.'
  mk_resource_methods

  def self.instances
    raise 'instances: no'
  end
end
