# It acts at once, each time with a command.
Puppet::Type.type(:own_setting).provide(:tool, parent: Puppet::Provider) do
  desc 'Keeps the label of each setting with commands. It works where `/etc/own.tool` is.'

  has_features :labels
  confine exists: '/etc/own.tool'
  commands touch: 'touch', rm: 'rm', sh: '/bin/sh'
  has_command(:show, 'cat') { environment LC_ALL: 'C' }
  defaultfor 'os.family': :redhat

  def exists?
    File.exist?(resource[:target])
  end

  def create
    touch(resource[:target])
    self.label = resource[:label] if resource[:label]
  end

  def destroy
    rm('-f', resource[:target])
  end

  def label
    show(resource[:target]).strip
  end

  def label=(value)
    sh('-c', 'printf %s "$1" >"$0"', resource[:target], value)
  end

  %i[mode size colors servers options minimum maximum password].each do |name|
    define_method(name) { resource.should(name) }
    define_method("#{name}=") { |_value| nil }
  end
end
