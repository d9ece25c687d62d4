require 'json'

# It collects what is wanted and writes it at flush.
Puppet::Type.type(:own_setting).provide(:files) do
  desc 'Keeps each setting as JSON in a file.'

  confine exists: '/etc'
  confine true: '/etc'.start_with?('/')
  confine false: -> { File.exist?('/etc/own.never') }
  confine any: [false, true]
  confine kernel: %w[Linux FreeBSD]
  confine 'os.family': :debian
  confine own_simple: 'yes'
  confine feature: :posix
  confine environment: 'production'
  commands cat: 'cat'
  optional_commands missing: 'own-missing'
  defaultfor kernel: 'Linux'

  mk_resource_methods

  def self.read(path)
    return {} unless File.file?(path)

    # cat, so that a look runs a command too.
    JSON.parse(cat(path)).transform_keys(&:to_sym)
  end

  def self.instances
    Dir.glob('/etc/own.d/*').sort.map { |path| new(read(path).merge(name: File.basename(path), ensure: :present)) }
  end

  def self.prefetch(resources)
    resources.each_value do |resource|
      found = read(resource[:target])
      resource.provider = new(found.merge(name: resource[:name], ensure: :present)) unless found.empty?
    end
  end

  def exists?
    @property_hash[:ensure] == :present
  end

  def create
    properties = resource.class.validproperties - [:ensure]
    wanted = properties.to_h { |p| [p, resource.should(p)] }.compact
    @property_hash = wanted.merge(name: resource[:name], ensure: :present)
  end

  def destroy
    @property_hash = { ensure: :absent }
  end

  def flush
    path = resource[:target]
    if exists?
      Dir.mkdir(File.dirname(path)) unless File.directory?(File.dirname(path))
      File.write(path, JSON.generate(@property_hash.reject { |k, _| %i[name ensure].include?(k) }))
    else
      File.delete(path)
    end
  end
end
