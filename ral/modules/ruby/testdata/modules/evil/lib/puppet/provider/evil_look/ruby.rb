require 'puppet_x/evil/acts'

Puppet::Type.type(:evil_look).provide(:ruby) do
  desc 'It acts while it is looked at.'

  def self.instances
    PuppetX::Evil.listed
    [new(name: 'seen', ensure: :present, state: 'calm')]
  end

  def self.prefetch(resources)
    resources.each_value { |r| PuppetX::Evil.act(r[:how], r[:path]) if r[:at] == :prefetch }
  end

  def try(at)
    PuppetX::Evil.act(resource[:how], resource[:path]) if resource[:how] && resource[:at] == at
  end

  def exists?
    try(:exists)
    true
  end

  def state
    try(:getter)
    'calm'
  end

  def state=(_value); end

  def create; end

  def destroy; end
end
