require 'puppet_x/evil/acts'

Puppet::Type.type(:evil_plan).provide(:ruby) do
  desc 'It acts when it is made.'

  def try(at)
    PuppetX::Evil.act(resource[:how], resource[:path]) if resource[:at] == at
  end

  # With a state it is there already, so that the setter is called.
  def exists?
    !resource[:state].nil?
  end

  def create
    try(:create)
  end

  def destroy; end

  def state
    'calm'
  end

  def state=(_value)
    try(:setter)
  end

  def flush
    try(:flush)
  end
end
