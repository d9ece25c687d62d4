require 'puppet_x/evil/acts'

Puppet::Type.newtype(:evil_look) do
  @doc = 'A thing whose provider tries to act while it is only looked at.'

  ensurable

  newparam(:name, namevar: true) { desc 'A name.' }
  newparam(:how) do
    desc 'What is tried.'
    newvalues(*PuppetX::Evil::ACTS.keys)
    munge(&:to_s)
  end
  newparam(:at) do
    desc 'Where it is tried.'
    newvalues(:prefetch, :exists, :getter, :insync, :munge)
    defaultto :exists
  end
  newparam(:path) { desc 'The path that the act gets.' }
  newparam(:munged) do
    desc 'A path; setting it is an act already: `HOW:PATH`.'
    munge { |value| PuppetX::Evil.act(*value.split(':', 2)) && value }
  end
  newproperty(:state) do
    desc 'What the getter says.'
    def insync?(is)
      provider.try(:insync)
      super
    end
  end
end
