Puppet::Type.newtype(:broken_values) do
  @doc = 'A type with a provider that says odd things.'
  ensurable
  newparam(:name, namevar: true) { desc 'A name.' }
  newproperty(:state, array_matching: :all) { desc 'Something odd.' }
end
