Puppet::Type.newtype(:twice) do
  @doc = 'The type of twice1.'
  ensurable
  newparam(:name, namevar: true) { desc 'A name.' }
  newproperty(:only1) { desc 'Only the type of twice1 has this.' }
end
