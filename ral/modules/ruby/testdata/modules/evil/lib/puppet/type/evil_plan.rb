require 'puppet_x/evil/acts'

Puppet::Type.newtype(:evil_plan) do
  @doc = 'A thing whose provider tries to act when it is made. It is never there.'

  ensurable

  newparam(:name, namevar: true) { desc 'A name.' }
  newparam(:how) do
    desc 'What is tried.'
    newvalues(*PuppetX::Evil::ACTS.keys)
    munge(&:to_s)
  end
  newparam(:at) do
    desc 'Where it is tried.'
    newvalues(:create, :setter, :flush, :refresh)
    defaultto :create
  end
  newparam(:path) { desc 'The path that the act gets.' }
  newproperty(:state) { desc 'It is always other than wanted.' }

  def refresh
    provider.try(:refresh)
  end
end
