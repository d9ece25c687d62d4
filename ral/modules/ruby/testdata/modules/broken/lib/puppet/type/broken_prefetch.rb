Puppet::Type.newtype(:broken_prefetch) do
  @doc = 'A type, one of whose two providers fails at prefetch.'
  ensurable
  newparam(:name, namevar: true) { desc 'A name.' }
end
