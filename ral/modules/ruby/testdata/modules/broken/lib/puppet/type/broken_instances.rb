Puppet::Type.newtype(:broken_instances) do
  @doc = 'A type, one of whose two providers fails when it lists.'
  ensurable
  newparam(:name, namevar: true) { desc 'A name.' }
end
