Puppet::Type.newtype(:broken_confine) do
  @doc = 'A type, one of whose two providers fails when it is tested.'
  ensurable
  newparam(:name, namevar: true) { desc 'A name.' }
end
