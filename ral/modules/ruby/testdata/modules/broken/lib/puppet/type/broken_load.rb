Puppet::Type.newtype(:broken_load) do
  @doc = 'A type, one of whose two providers fails when its file is read.'
  ensurable
  newparam(:name, namevar: true) { desc 'A name.' }
end
