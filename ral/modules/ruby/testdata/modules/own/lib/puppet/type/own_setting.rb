require 'puppet/parameter/boolean'

Puppet::Type.newtype(:own_setting) do
  @doc = <<~DOC
    A setting, kept in a file of its own.

        own_setting { 'speed': mode => 'on', size => '10k' }
  DOC

  feature :labels, 'The provider can keep a label.'
  feature :counting, 'The provider counts.', methods: %i[exists? flush]

  ensurable do
    desc 'Whether the setting is there.'
    newvalue(:present) { provider.create }
    newvalue(:absent) { provider.destroy }
    aliasvalue(:there, :present)
    defaultto :present
  end

  newparam(:name, namevar: true) do
    desc 'The name of the setting.'
    validate do |value|
      raise ArgumentError, "A name has letters, digits and dots, not #{value.inspect}" unless value =~ /\A[a-z0-9.]+\z/
    end
  end

  newparam(:target) do
    desc 'The file that keeps the setting.'
    defaultto { "/etc/own.d/#{@resource[:name]}" }
    validate { |value| raise ArgumentError, 'The target is an absolute path' unless value.start_with?('/') }
    munge { |value| value.sub(%r{(?<=.)/+\z}, '') }
  end

  newparam(:force, boolean: true, parent: Puppet::Parameter::Boolean) do
    desc 'Whether a file that is no setting is replaced.'
    defaultto false
  end

  newparam(:owner) do
    desc 'The user for whom the setting is. It is required first.'
  end

  newproperty(:mode) do
    desc 'What the setting does.'
    newvalues(:on, :off)
    newvalue(:auto, event: :own_setting_automated)
    aliasvalue(:enabled, :on)
    aliasvalue(:disabled, :off)
    newvalue(/\Alevel\d\z/)
    defaultto :off
  end

  newproperty(:size) do
    desc 'A size in bytes, with `k` or `M`. One byte more or less is no difference.'
    newvalues(/\A\d+[kM]?\z/)
    munge do |value|
      number = value.to_s
      number.to_i * { 'k' => 1024, 'M' => 1_048_576 }.fetch(number[-1], 1)
    end
    def insync?(is)
      is.is_a?(Integer) && (is - should).abs <= 1
    end

    def is_to_s(value)
      "#{value} bytes"
    end
    alias_method :should_to_s, :is_to_s
  end

  newproperty(:colors, array_matching: :all) do
    desc 'Colors, in any order.'
    newvalues(:red, :green, :blue, /\A#\h{6}\z/)
    aliasvalue(:grey, :green)
    def insync?(is)
      is.is_a?(Array) && is.map(&:to_s).sort == should.map(&:to_s).sort
    end
  end

  newproperty(:servers, array_matching: :all) do
    desc 'Servers, in order.'
    validate { |value| raise ArgumentError, "#{value.inspect} is no server" unless value.is_a?(String) && !value.include?(' ') }
    munge(&:downcase)
  end

  newproperty(:options) do
    desc 'Further options.'
    validate { |value| raise Puppet::Error, 'Options are a hash' unless value.is_a?(Hash) }
  end

  newproperty(:minimum) do
    desc 'The least.'
    munge { |value| Integer(value) }
  end

  newproperty(:maximum) do
    desc 'The most.'
    munge { |value| Integer(value) }
  end

  newproperty(:password) do
    desc 'A secret.'
    sensitive true
    def is_to_s(_value)
      '[old secret]'
    end

    def should_to_s(_value)
      '[new secret]'
    end
  end

  newproperty(:label, required_features: :labels) do
    desc 'A label.'
  end

  validate do
    raise Puppet::Error, 'The minimum is above the maximum' if self[:minimum] && self[:maximum] && self[:minimum] > self[:maximum]
    raise Puppet::Error, 'A size needs a mode that is not off' if self[:size] && self[:mode] == :off && !self[:force]
  end

  autorequire(:file) { File.dirname(self[:target]) }
  autorequire(:user) { self[:owner] }
  autobefore(:service) { ['own'] }
  autosubscribe(:file) { '/etc/own.conf' }
  autonotify(:exec) { 'own-reload' }

  def pre_run_check
    return unless catalog

    same = catalog.resources.find { |r| r.is_a?(self.class) && !r.equal?(self) && r[:target] == self[:target] }
    raise Puppet::Error, "#{same.ref} has the same target" if same
  end
end
