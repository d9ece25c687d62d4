Puppet::Type.type(:broken_prefetch).provide(:bad) do
  desc 'Its prefetch is bad.'
  defaultfor kernel: 'Plan9'

  def self.instances
    [new(name: 'bad', ensure: :present)]
  end

  def self.prefetch(_resources)
    raise 'prefetch: no'
  end

  def exists?
    true
  end
end
