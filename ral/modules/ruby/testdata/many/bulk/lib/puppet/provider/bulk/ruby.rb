Puppet::Type.type(:bulk).provide(:ruby) do
  desc 'Makes up ten thousand.'

  mk_resource_methods

  def self.instances
    Array.new(10_000) { |i| new(name: "bulk#{i}", ensure: :present, size: i, owner: "user#{i % 100}") }
  end
end
