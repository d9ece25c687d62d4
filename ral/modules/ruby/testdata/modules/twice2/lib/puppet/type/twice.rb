Puppet::Type.newtype(:twice) do
  @doc = 'The type of twice2.'
  ensurable
  newparam(:name, namevar: true) { desc 'A name.' }
  newproperty(:only2) { desc 'Only the type of twice2 has this.' }
end
