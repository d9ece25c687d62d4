Puppet::Type.newtype(:broken_munge) do
  @doc = 'A type whose values raise what is no StandardError, or what is none at all.'
  ensurable
  newparam(:name, namevar: true) { desc 'A name.' }
  newparam(:script) do
    desc 'It raises a ScriptError.'
    munge { |_| raise NotImplementedError, 'script: no' }
  end
  newparam(:plain) do
    desc 'It raises an Exception.'
    munge { |_| raise Exception, 'plain: no' }
  end
  newparam(:leave) do
    desc 'It ends the process.'
    munge { |_| exit 4 }
  end
  newparam(:stack) do
    desc 'It never comes back.'
    def again(value)
      again([value])
    end
    munge { |value| again(value) }
  end
  newparam(:bytes) do
    desc 'It raises an ArgumentError with odd bytes.'
    validate { |_| raise ArgumentError, "caf\xE9: no" }
  end
  newparam(:thrown) do
    desc 'It throws.'
    munge { |_| throw :broken }
  end
end
