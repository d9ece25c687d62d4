Puppet::Type.newtype(:broken_syntax) do
  @doc = 'A type whose file is cut off.'
  newparam(:name, namevar: true) do
